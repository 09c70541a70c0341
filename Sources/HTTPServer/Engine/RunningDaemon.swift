import CMicroHTTPD
import CMicroHTTPDErrors
import Foundation
import Timing

/// A started daemon with its watch.
///
/// `@unchecked Sendable`: the library's daemon pointer may be used from any thread for the calls made here, and it is
/// stopped once, by the one who took the daemon out of the server.
final class RunningDaemon: @unchecked Sendable {
  private static let pause: TimeInterval = 0.005

  let port: UInt16
  private let pointer: OpaquePointer
  private let context: DaemonContext
  private let watch: Watch

  init(configuration: HTTPServerConfiguration, handler: any HTTPHandler) throws(HTTPServerError) {
    context = DaemonContext(configuration: configuration, handler: handler)
    pointer = try Self.start(configuration, context: context)
    port = CMicroHTTPD_port(pointer)
    watch = Watch(connections: context.connections)
    watch.start()
  }

  var statistics: HTTPServerStatistics { context.statistics }

  private static func start(
    _ configuration: HTTPServerConfiguration, context: DaemonContext
  ) throws(HTTPServerError) -> OpaquePointer {
    let endpoint = "\(configuration.address):\(configuration.port)"
    var address = sockaddr_storage()
    guard CMicroHTTPD_parse_address(configuration.address, configuration.port, &address) > 0 else {
      throw HTTPServerError(code: .badAddress, systemError: 0, endpoint: endpoint)
    }
    CMicroHTTPDErrors_observe(answerInPlaceOfLibrary)
    let threads = max(1, configuration.threads)
    let pointer = CMicroHTTPD_start(
      &address, UInt32(threads), UInt32(max(threads, configuration.maximumConnections)),
      UInt32(max(0, configuration.maximumConnectionsPerAddress)),
      UInt32(max(1, configuration.idleTimeout.components.seconds)), memory(configuration),
      UInt32(max(1, configuration.backlog)), Unmanaged.passUnretained(context).toOpaque(), handleRequest, noteTarget,
      completeRequest, noteConnection)
    guard let pointer else {
      throw HTTPServerError(code: .cannotListen, systemError: CMicroHTTPD_last_error(), endpoint: endpoint)
    }
    return pointer
  }

  /// The library's memory for one connection: enough for the largest head that we want to judge ourselves, with its
  /// own bookkeeping of 64 bytes a field and the header of the answer. Not more: it is cleared after each request.
  private static func memory(_ configuration: HTTPServerConfiguration) -> Int {
    configuration.maximumTargetBytes + configuration.maximumHeaderBytes + 64 * configuration.maximumHeaderFields + 2048
  }

  func stop(within grace: Duration) {
    context.beginStopping()
    let listener = MHD_quiesce_daemon(pointer)
    if listener >= 0 { close(listener) }
    wait(until: .now + grace) { $0.prepareToStop() }
    context.refuseToWait()
    wait(until: .now + .seconds(2)) { $0.giveUp() }
    while context.isResuming { Thread.sleep(forTimeInterval: Self.pause) }
    watch.stop()
    MHD_stop_daemon(pointer)
  }

  /// Asks every connection again and again to come to its end, until none is left or time is up.
  private func wait(until deadline: Uptime, _ ask: (Connection) -> Void) {
    while Uptime.now < deadline {
      let connections = context.connections.all
      if connections.isEmpty { return }
      connections.forEach(ask)
      Thread.sleep(forTimeInterval: Self.pause)
    }
  }
}
