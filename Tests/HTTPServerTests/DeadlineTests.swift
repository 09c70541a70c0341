import HTTPServer
import Locking
import Synchronization
import Testing

@Suite("deadlines")
struct DeadlineTests {
  @Test(
    "a client that trickles its request is cut off, in the request line, the header or the body",
    arguments: ["GET /", "GET / HTTP/1.1\r\nX-", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n"])
  func slowLoris(start: String) throws {
    let server = try RunningServer { $0.readTimeout = .milliseconds(300) }
    let connection = try server.connect()
    connection.send(start)
    // Each byte counts as activity for the library: only a limit on the whole request ends this.
    let answer = connection.readToEnd(sendingMeanwhile: "a")
    #expect(answer.hasPrefix("HTTP/1.1 408 "), "\(answer)")
    #expect(server.handler.handled.load(ordering: .relaxed) == 0)
  }

  @Test("an idle connection is not cut off by the limit on requests")
  func idleIsAllowed() async throws {
    let server = try RunningServer { $0.readTimeout = .milliseconds(200) }
    let connection = try server.connect()
    for _ in 0..<2 {
      connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(connection.readResponse().status == 200)
      try await Task.sleep(for: .milliseconds(600))
    }
  }

  @Test("an idle connection is closed after the idle limit")
  func idleIsLimited() throws {
    let server = try RunningServer { $0.idleTimeout = .seconds(1) }
    #expect(try server.connect().isClosedByServer())
  }

  @Test("a handler that does not answer in time is answered for, and its late answer goes nowhere")
  func handlerTimeout() throws {
    let server = try RunningServer { $0.handlerTimeout = .milliseconds(200) }
    let connection = try server.connect()
    connection.send("GET /hold HTTP/1.1\r\nHost: a\r\n\r\n")
    let response = connection.readResponse()
    #expect(response.status == 503)
    #expect(response.body.contains("deadline_exceeded"))
    #expect(response.header("retry-after") == "1")
    let responder = server.handler.held.withLock { $0.removeFirst() }
    responder.complete(HTTPResponse(status: 200))
    connection.send("GET /next HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(connection.readResponse().body == "GET /next ")
  }

  @Test("a responder that is dropped answers 500")
  func dropped() throws {
    let server = try RunningServer()
    let connection = try server.connect()
    connection.send("GET /drop HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(connection.readResponse().status == 500)
  }

  @Test("only the first answer counts")
  func answeredOnce() {
    let answers = Locked<[Int]>([])
    let responder = HTTPResponder { response in answers.withLock { $0.append(response?.status ?? 0) } }
    #expect(responder.complete(HTTPResponse(status: 201)))
    #expect(!responder.complete(HTTPResponse(status: 202)))
    #expect(answers.withLock { $0 } == [201])
  }
}
