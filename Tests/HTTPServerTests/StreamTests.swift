import HTTPServer
import Locking
import Testing

@Suite("streamed responses")
struct StreamTests {
  private func open(_ server: RunningServer) throws -> (RawConnection, HTTPBodyStream) {
    let connection = try server.connect()
    connection.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(connection.read(until: "\r\n\r\n").contains("text/event-stream"))
    return (connection, try #require(server.handler.stream.withLock { $0 }))
  }

  @Test("pieces arrive as they are sent, and the end ends the response")
  func pieces() throws {
    let server = try RunningServer()
    let (connection, stream) = try open(server)
    for number in 0..<50 {
      #expect(stream.send(Array("data: \(number)\n\n".utf8)))
      #expect(connection.read(until: "\n\n").contains("data: \(number)"))
    }
    stream.finish()
    #expect(connection.readToEnd().hasSuffix("0\r\n\r\n"))
    #expect(!stream.send([1]))
  }

  @Test("a client that leaves is noticed without sending anything")
  func disconnect() async throws {
    let server = try RunningServer()
    var (connection, stream): (RawConnection?, HTTPBodyStream) = try open(server)
    await withCheckedContinuation { continuation in
      stream.onClose { continuation.resume() }
      connection = nil
    }
    #expect(connection == nil)
    #expect(!stream.isOpen)
  }

  @Test("a client that does not keep up is cut off")
  func slowReader() throws {
    let server = try RunningServer()
    let (_, stream) = try open(server)
    let piece = [UInt8](repeating: 0x61, count: 1 << 14)
    var pieces = 0
    while stream.send(piece), pieces < 100_000 { pieces += 1 }
    #expect(pieces < 100_000)
    #expect(!stream.isOpen)
  }

  @Test("stopping the server ends streams")
  func stop() async throws {
    let server = try RunningServer()
    let (connection, stream) = try open(server)
    server.server.stop(within: .seconds(5))
    #expect(connection.readToEnd().hasSuffix("0\r\n\r\n"))
    #expect(!stream.isOpen)
  }
}
