import HTTP2TestServer

/// The control port of the lab's Apple: HTTP/2 over TLS on the loopback address, as its other ports.
public final class AppleControlServer: Sendable {
  /// Where it is reached.
  public let url: String
  private let server: HTTP2Server

  /// Starts to serve; port zero takes a free one.
  public init(_ apple: AppleServer, transport: LabTransport, port: Int = 0) throws {
    let control = AppleControl(apple: apple)
    server = try HTTP2Server(port: port, identity: transport.identity) { control.answer($0) }
    url = "https://127.0.0.1:\(server.port)"
  }

  /// Stops to serve.
  public func stop() { server.stop() }
}
