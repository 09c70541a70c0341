import Foundation
import HTTPServer
import Locking
import Synchronization
import Testing

/// The epoll mode of libmicrohttpd lost requests here: at 128 connections, about every third run stood still.
@Suite("suspended connections")
struct SuspensionTests {
  private static let connections = 128
  private static let requests = 60

  @Test("128 connections whose answers come from another thread never stand still", arguments: 0..<6)
  func neverStalls(round: Int) async throws {
    let handler = BatchHandler()
    var configuration = HTTPServerConfiguration()
    configuration.threads = 1 + round % 2
    let server = HTTPServer(configuration: configuration, handler: handler)
    try server.start()
    let port = server.port
    let answered = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask { await onThread { (try? Self.client(port: port, connections: Self.connections / 4)) ?? 0 } }
      }
      return await group.reduce(0, +)
    }
    handler.stop()
    server.stop()
    #expect(answered == Self.connections * Self.requests)
  }

  /// Sends on all its connections, then reads all answers, again and again.
  private static func client(port: UInt16, connections count: Int) throws -> Int {
    let connections = try (0..<count).map { _ in try RawConnection(port: port) }
    var answered = 0
    for _ in 0..<requests {
      for connection in connections {
        connection.send("POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 600\r\n\r\n\(body)")
      }
      for connection in connections where connection.readResponse().status == 200 { answered += 1 }
    }
    return answered
  }

  private static let body = String(repeating: "b", count: 600)
}

/// Collects requests while a batch is being answered, as the hot path does.
private final class BatchHandler: HTTPHandler {
  private let waiting = Locked<[HTTPResponder]>([])
  private let isStopped = Atomic(false)
  private let signal = DispatchSemaphore(value: 0)

  init() {
    let thread = Thread { [self] in run() }
    thread.start()
  }

  func bodyLimit(for head: HTTPRequestHead) -> Int { 8192 }

  func handle(_ request: HTTPRequest, _ respond: HTTPResponder) {
    waiting.withLock { $0.append(respond) }
    signal.signal()
  }

  func stop() {
    isStopped.store(true, ordering: .releasing)
    signal.signal()
  }

  private func run() {
    while !isStopped.load(ordering: .acquiring) {
      signal.wait()
      let batch = waiting.withLock { waiting in
        defer { waiting = [] }
        return waiting
      }
      for responder in batch { responder.complete(HTTPResponse(status: 200, body: [0x6F, 0x6B])) }
    }
  }
}
