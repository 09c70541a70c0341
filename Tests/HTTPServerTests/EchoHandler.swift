import Foundation
import HTTPServer
import Locking
import Synchronization

/// Answers with what it was asked: at once, later from other threads, never, or as a stream, as the path says.
final class EchoHandler: HTTPHandler {
  static let limit = 1000

  /// Requests that came through.
  let handled = Atomic(0)
  /// Responders of requests for `/hold`, until a test lets them go.
  let held = Locked<[HTTPResponder]>([])
  /// The stream of the last request for `/stream`.
  let stream = Locked<HTTPBodyStream?>(nil)
  private let queue = DispatchQueue(label: "echo", attributes: .concurrent)

  func bodyLimit(for head: HTTPRequestHead) -> Int { Self.limit }

  func handle(_ request: HTTPRequest, _ respond: HTTPResponder) {
    handled.wrappingAdd(1, ordering: .relaxed)
    switch request.path {
    case "/later": queue.async { respond.complete(Self.echo(request)) }
    case "/hold": held.withLock { $0.append(respond) }
    case "/drop": break
    case "/stream": respond.complete(startStream())
    default: respond.complete(Self.echo(request))
    }
  }

  private func startStream() -> HTTPResponse {
    let stream = HTTPBodyStream(maximumPendingBytes: 1 << 16)
    self.stream.withLock { $0 = stream }
    return HTTPResponse(headers: ["Content-Type": "text/event-stream"], stream: stream)
  }

  static func echo(_ request: HTTPRequest) -> HTTPResponse {
    let body = String(decoding: request.body, as: UTF8.self)
    let text = "\(request.method) \(request.head.pathAndQuery) \(body)"
    return HTTPResponse(status: 200, headers: ["Content-Type": "text/plain"], body: Array(text.utf8))
  }
}
