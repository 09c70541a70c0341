import CMicroHTTPD
import Locking

/// An HTTP/1.1 server on libmicrohttpd's own poll threads.
///
/// Handlers answer at once or later. Behind it stands one more thread, the watch, which keeps the deadlines that
/// libmicrohttpd does not: a suspended connection has none of its own, and a client that sends a byte now and then
/// never counts as idle.
public final class HTTPServer: Sendable {
  private enum Phase {
    case ready
    case running(RunningDaemon)
    case stopped
  }

  private let configuration: HTTPServerConfiguration
  private let handler: any HTTPHandler
  private let phase = Locked(Phase.ready)

  /// Prepares a server; nothing is opened yet.
  public init(configuration: HTTPServerConfiguration, handler: any HTTPHandler) {
    self.configuration = configuration
    self.handler = handler
  }

  /// Opens the socket and starts serving.
  public func start() throws(HTTPServerError) {
    let result: Result<Void, HTTPServerError> = phase.withLock { phase in
      guard case .ready = phase else {
        return .failure(HTTPServerError(code: .alreadyStarted, systemError: 0, endpoint: configuration.address))
      }
      do throws(HTTPServerError) {
        phase = .running(try RunningDaemon(configuration: configuration, handler: handler))
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }

  /// The port that is listened on; 0 when the server does not run.
  public var port: UInt16 { running?.port ?? 0 }

  /// What is going on, for gauges.
  public var statistics: HTTPServerStatistics { running?.statistics ?? HTTPServerStatistics() }

  /// Stops accepting, lets requests in flight finish for at most `grace`, answers the rest with
  /// `HTTPServerFault.stopping`, and ends. Blocks the calling thread; further calls return at once.
  public func stop(within grace: Duration = .seconds(10)) {
    let daemon: RunningDaemon? = phase.withLock { phase in
      guard case .running(let daemon) = phase else {
        phase = .stopped
        return nil
      }
      phase = .stopped
      return daemon
    }
    daemon?.stop(within: grace)
  }

  private var running: RunningDaemon? {
    phase.withLock { phase in
      guard case .running(let daemon) = phase else { return nil }
      return daemon
    }
  }
}
