import Glibc
import HTTPServer
import Locking
import Synchronization
import Testing

@Suite("ordinary exchanges")
struct ExchangeTests {
  @Test("path and query arrive exactly as they were sent")
  func rawTarget() throws {
    let answer = try RunningServer().exchange(
      "GET /a%2Fb/../%c3%a9?x=%20+&&y HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    #expect(answer.contains("GET /a%2Fb/../%c3%a9?x=%20+&&y "))
  }

  @Test("a connection serves many requests", arguments: ["/now", "/later"])
  func keepAlive(path: String) throws {
    let server = try RunningServer()
    let connection = try server.connect()
    for number in 0..<20 {
      let body = "body \(number)"
      connection.send("POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
      let response = connection.readResponse()
      #expect(response.status == 200)
      #expect(response.body == "POST \(path) \(body)")
    }
  }

  @Test("pipelined requests are answered in order, at once or later")
  func pipelining() throws {
    let server = try RunningServer()
    let connection = try server.connect()
    let paths = ["/1", "/later", "/2", "/later", "/3"]
    connection.send(paths.map { "POST \($0) HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx" }.joined())
    for path in paths { #expect(connection.readResponse().body == "POST \(path) x") }
  }

  @Test("a last look puts another body in the answer's place, or lets it go", arguments: [nil, "another body"])
  func lastLook(other: String?) throws {
    let server = try RunningServer()
    let connection = try server.connect()
    connection.send("POST /hold HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx")
    let held = server.handler.held
    while held.withLock({ $0.isEmpty }) { usleep(1_000) }
    let looks = Atomic(0)
    var response = HTTPResponse(status: 200, headers: ["X-Kept": "yes"], body: [UInt8]("a body".utf8))
    response.lastLook = {
      looks.wrappingAdd(1, ordering: .relaxed)
      return other.map { [UInt8]($0.utf8) }
    }
    for responder in held.withLock({ $0 }) { responder.complete(response) }
    let answer = connection.readResponse()
    #expect(answer.body == other ?? "a body")
    #expect(answer.header("x-kept") == "yes")
    #expect(looks.load(ordering: .relaxed) == 1)
  }

  @Test("a body of exactly the limit is read, also in pieces", arguments: [false, true])
  func bodyAtLimit(inPieces: Bool) throws {
    let server = try RunningServer()
    let connection = try server.connect()
    let body = String(repeating: "b", count: EchoHandler.limit)
    connection.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n")
    if inPieces { for byte in body.utf8 { connection.send([byte]) } } else { connection.send(body) }
    #expect(connection.readResponse().body == "POST / \(body)")
  }

  @Test("a client that asks first is told to go on")
  func continuation() throws {
    let server = try RunningServer()
    let connection = try server.connect()
    connection.send("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
    #expect(connection.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 100 "))
    connection.send("hi")
    #expect(connection.readResponse().body == "POST / hi")
  }

  @Test("HTTP/1.0 is answered and closed, kept open when asked")
  func versionZero() throws {
    let server = try RunningServer()
    #expect(try server.exchange("GET / HTTP/1.0\r\n\r\n").hasSuffix("GET / "))
    let connection = try server.connect()
    for _ in 0..<2 {
      connection.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
      #expect(connection.readResponse().status == 200)
    }
  }

  @Test("HEAD has the length and no body", arguments: ["/now", "/later"])
  func head(path: String) throws {
    let server = try RunningServer()
    let connection = try server.connect()
    for _ in 0..<2 {
      connection.send("HEAD \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
      let response = connection.readResponse(hasBody: false)
      #expect(response.status == 200)
      #expect(response.header("content-length") == "\(path.count + 6)")
    }
  }

  /// An answer that comes later finds the connection closed: the library takes the end of input, met when it resumes a
  /// connection, for the end of the connection.
  @Test("a client that closed its sending side still gets an answer that is given at once")
  func halfClosed() throws {
    let server = try RunningServer()
    let connection = try server.connect()
    connection.send("POST /now HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi")
    connection.closeSending()
    #expect(connection.readToEnd().hasSuffix("POST /now hi"))
  }

  @Test("header fields keep their repetitions and lose the space around their values")
  func headers() {
    let headers: HTTPHeaders = ["X-A": "1", "x-a": "2", "Y": "3"]
    #expect(headers["X-a"] == "1")
    #expect(headers.values(of: "X-A") == ["1", "2"])
    #expect(headers.map(\.name) == ["X-A", "x-a", "Y"])
    #expect(headers["Z"] == nil && headers.contains("y"))
  }
}
