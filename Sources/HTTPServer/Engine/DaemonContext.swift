import Locking
import Synchronization

/// What the callbacks of one daemon share.
final class DaemonContext: Sendable {
  let configuration: HTTPServerConfiguration
  let handler: any HTTPHandler
  let connections = ConnectionTable()
  let places: FreePlaces
  private let stopping = Atomic(false)
  private let refusing = Atomic(false)
  private let resumptions = Atomic(0)

  init(configuration: HTTPServerConfiguration, handler: any HTTPHandler) {
    self.configuration = configuration
    self.handler = handler
    places = FreePlaces(configuration.places)
  }

  /// Whether answers close their connections.
  var isStopping: Bool { stopping.load(ordering: .acquiring) }
  /// Whether nothing may be suspended any more: the library aborts the process when it is stopped with suspended
  /// connections.
  var refusesToWait: Bool { refusing.load(ordering: .acquiring) }

  func beginStopping() { stopping.store(true, ordering: .releasing) }
  func refuseToWait() { refusing.store(true, ordering: .releasing) }

  /// Between the decision to resume and the library's call, the daemon must not be stopped.
  func resumptionBegins() { resumptions.wrappingAdd(1, ordering: .acquiringAndReleasing) }
  func resumptionEnded() { resumptions.wrappingSubtract(1, ordering: .acquiringAndReleasing) }
  var isResuming: Bool { resumptions.load(ordering: .acquiring) > 0 }

  var statistics: HTTPServerStatistics {
    var statistics = HTTPServerStatistics()
    for connection in connections.all {
      statistics.openConnections += 1
      connection.state.withLock { state in
        switch state.phase {
        case .handling, .suspended: statistics.waitingRequests += 1
        case .streaming: statistics.openStreams += 1
        default: break
        }
      }
    }
    return statistics
  }
}
