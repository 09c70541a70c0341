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
  private let acceptor: Acceptor
  private let watch: Watch

  init(configuration: HTTPServerConfiguration, handler: any HTTPHandler) throws(HTTPServerError) {
    context = DaemonContext(configuration: configuration, handler: handler)
    let listener = try Self.listen(configuration)
    port = CMicroHTTPD_port(listener)
    do throws(HTTPServerError) {
      pointer = try Self.start(configuration, context: context)
    } catch {
      close(listener)
      throw error
    }
    acceptor = Acceptor(listener: listener, daemon: pointer, places: context.places)
    watch = Watch(connections: context.connections)
    watch.start()
    acceptor.start()
  }

  var statistics: HTTPServerStatistics { context.statistics }

  private static func listen(_ configuration: HTTPServerConfiguration) throws(HTTPServerError) -> Int32 {
    var address = sockaddr_storage()
    let length = CMicroHTTPD_parse_address(configuration.address, configuration.port, &address)
    guard length > 0 else {
      throw HTTPServerError(code: .badAddress, systemError: 0, endpoint: endpoint(configuration))
    }
    let listener = CMicroHTTPD_listen(&address, length, Int32(max(1, configuration.backlog)))
    guard listener >= 0 else { throw cannotListen(configuration) }
    return listener
  }

  private static func start(
    _ configuration: HTTPServerConfiguration, context: DaemonContext
  ) throws(HTTPServerError) -> OpaquePointer {
    CMicroHTTPDErrors_observe(answerInPlaceOfLibrary)
    let pointer = CMicroHTTPD_start(
      UInt32(max(1, configuration.threads)), libraryLimit(configuration),
      UInt32(max(0, configuration.maximumConnectionsPerAddress)),
      UInt32(max(1, configuration.idleTimeout.components.seconds)), memory(configuration),
      Unmanaged.passUnretained(context).toOpaque(), handleRequest, noteTarget, completeRequest, noteConnection)
    guard let pointer else { throw cannotListen(configuration) }
    return pointer
  }

  private static func cannotListen(_ configuration: HTTPServerConfiguration) -> HTTPServerError {
    HTTPServerError(
      code: .cannotListen, systemError: CMicroHTTPD_last_error(), endpoint: endpoint(configuration))
  }

  private static func endpoint(_ configuration: HTTPServerConfiguration) -> String {
    "\(configuration.address):\(configuration.port)"
  }

  /// The places are counted by us. The library still counts a connection for a moment after it told us of its end.
  private static func libraryLimit(_ configuration: HTTPServerConfiguration) -> UInt32 {
    UInt32(configuration.places + max(64, configuration.places / 8))
  }

  /// The library's memory for one connection: enough for the largest head that we want to judge ourselves, with its
  /// own bookkeeping of 64 bytes a field and the header of the answer. Not more: it is cleared after each request.
  private static func memory(_ configuration: HTTPServerConfiguration) -> Int {
    configuration.maximumTargetBytes + configuration.maximumHeaderBytes + 64 * configuration.maximumHeaderFields + 2048
  }

  func stop(within grace: Duration) {
    context.beginStopping()
    acceptor.stop()
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
