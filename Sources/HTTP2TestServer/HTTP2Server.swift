public import Cryptography
import Foundation
import Glibc
import Synchronization

/// A small HTTP/2 server over TLS on one thread, for tests: it can also answer late, wrongly, by half or not at all.
public final class HTTP2Server: Sendable {
  /// Decides about each request, on the server's thread, in the order of arrival.
  public typealias Handler = @Sendable (HTTP2Request) -> HTTP2Reply

  /// The port on the loopback address.
  public let port: Int
  private let stopping = Atomic<Bool>(false)
  private let ended = DispatchSemaphore(value: 0)

  /// Starts to serve; port zero takes a free one.
  public init(port: Int = 0, identity: TLSServerIdentity, handler: @escaping Handler) throws {
    let socket = try ListeningSocket(port: port)
    self.port = socket.port
    let descriptor = dup(socket.descriptor)
    guard descriptor >= 0 else { throw HTTP2ServerError(call: "dup", code: errno) }
    let thread = Thread { [self] in
      var loop = ServerLoop(listening: descriptor, identity: identity, handler: handler)
      while !stopping.load(ordering: .relaxed) { loop.turn() }
      loop.close()
      ended.signal()
    }
    thread.name = "http2-test-server"
    thread.start()
  }

  /// Stops to serve and cuts every connection. Called once.
  public func stop() {
    stopping.store(true, ordering: .relaxed)
    ended.wait()
  }
}
