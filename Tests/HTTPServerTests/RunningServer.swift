import HTTPServer

/// A started server with an echo behind it, stopped when the test is over.
final class RunningServer {
  let handler = EchoHandler()
  let server: HTTPServer
  var port: UInt16 { server.port }

  init(_ adjust: (inout HTTPServerConfiguration) -> Void = { _ in }) throws {
    var configuration = HTTPServerConfiguration()
    adjust(&configuration)
    server = HTTPServer(configuration: configuration, handler: handler)
    try server.start()
  }

  deinit { server.stop(within: .zero) }

  func connect() throws -> RawConnection { try RawConnection(port: port) }

  /// Sends bytes on a new connection and reads until the server closes it.
  func exchange(_ text: String) throws -> String {
    let connection = try connect()
    connection.send(text)
    return connection.readToEnd()
  }
}
