import HTTPServer
import Locking
import Synchronization
import Testing

@Suite("stopping")
struct StopTests {
  private func waitForHeld(_ server: RunningServer, count: Int) async throws {
    while server.handler.held.withLock({ $0.count }) < count { try await Task.sleep(for: .milliseconds(2)) }
  }

  @Test("a request in flight is finished, then the connection closed")
  func finishes() async throws {
    let server = try RunningServer()
    let connection = try server.connect()
    connection.send("GET /hold HTTP/1.1\r\nHost: a\r\n\r\n")
    try await waitForHeld(server, count: 1)
    let port = server.port
    let http = server.server
    let stopped = Task { await onThread { http.stop(within: .seconds(20)) } }
    // A refused connection is the sign that stopping has begun.
    while (try? RawConnection(port: port)) != nil { try await Task.sleep(for: .milliseconds(2)) }
    let responder = server.handler.held.withLock { $0.removeFirst() }
    responder.complete(HTTPResponse(status: 200, body: Array("done".utf8)))
    let answer = connection.readToEnd()
    #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.hasSuffix("done"))
    #expect(answer.contains("Connection: close"))
    await stopped.value
    #expect(server.server.statistics == HTTPServerStatistics())
  }

  @Test("what is not answered in time is answered for")
  func givesUp() async throws {
    let server = try RunningServer()
    let connections = try (0..<8).map { _ in try server.connect() }
    for connection in connections { connection.send("GET /hold HTTP/1.1\r\nHost: a\r\n\r\n") }
    try await waitForHeld(server, count: 8)
    server.server.stop(within: .milliseconds(50))
    for connection in connections {
      let answer = connection.readToEnd()
      #expect(answer.hasPrefix("HTTP/1.1 503 ") && answer.contains("\"code\":\"stopping\""), "\(answer)")
    }
    // Late answers must find nobody, and must not touch the library that has gone.
    for responder in server.handler.held.withLock({ $0 }) { responder.complete(HTTPResponse(status: 200)) }
  }

  @Test("stopping under load loses no answer that was promised and does not abort")
  func underLoad() async throws {
    for _ in 0..<5 {
      let server = try RunningServer { $0.threads = 2 }
      let port = server.port
      let clients = (0..<8).map { _ in
        Task { await onThread { Self.askUntilClosed(port: port) } }
      }
      while server.handler.handled.load(ordering: .relaxed) < 500 { try await Task.sleep(for: .milliseconds(2)) }
      server.server.stop(within: .seconds(5))
      for client in clients { await client.value }
    }
  }

  private static func askUntilClosed(port: UInt16) {
    guard let connection = try? RawConnection(port: port) else { return }
    while true {
      connection.send("GET /later HTTP/1.1\r\nHost: a\r\n\r\n")
      let response = connection.readResponse()
      if response.status == 0 || response.header("connection") == "close" { return }
    }
  }

  @Test("a server that cannot listen says so")
  func cannotListen() throws {
    let first = try RunningServer()
    #expect(throws: HTTPServerError.self) { try RunningServer { $0.port = first.port } }
    #expect(throws: HTTPServerError.self) { try RunningServer { $0.address = "localhost" } }
  }
}
