import HTTPServer
import Locking

/// A server that answers as the path says.
final class TestServer: HTTPHandler {
  private let server = Locked<HTTPServer?>(nil)
  private let held = Locked<[HTTPResponder]>([])

  init() throws {
    let server = HTTPServer(configuration: HTTPServerConfiguration(), handler: Weak(self))
    try server.start()
    self.server.withLock { $0 = server }
  }

  deinit { server.withLock { $0 }?.stop(within: .zero) }

  var url: String { "http://127.0.0.1:\(server.withLock { $0?.port ?? 0 })" }
  var heldCount: Int { held.withLock { $0.count } }

  func bodyLimit(for head: HTTPRequestHead) -> Int { 1 << 20 }

  func handle(_ request: HTTPRequest, _ respond: HTTPResponder) {
    switch request.path {
    case "/hold": held.withLock { $0.append(respond) }
    case "/redirect": respond.complete(HTTPResponse(status: 302, headers: ["Location": "\(url)/elsewhere"]))
    case "/large": respond.complete(HTTPResponse(status: 200, body: [UInt8](repeating: 1, count: 5000)))
    case "/endless": respond.complete(HTTPResponse(stream: endless()))
    default: respond.complete(echo(request))
    }
  }

  private func endless() -> HTTPBodyStream {
    let stream = HTTPBodyStream()
    stream.send([UInt8](repeating: 1, count: 5000))
    return stream
  }

  private func echo(_ request: HTTPRequest) -> HTTPResponse {
    let text = "\(request.method) \(request.head.pathAndQuery) \(request.headers["X-Test"] ?? "-") "
    return HTTPResponse(status: 200, headers: ["X-Reply": "yes"], body: Array(text.utf8) + request.body)
  }
}

/// Hands requests on without keeping the handler alive.
private final class Weak: HTTPHandler {
  private let target: WeakReference

  init(_ handler: TestServer) { target = WeakReference(handler) }

  func bodyLimit(for head: HTTPRequestHead) -> Int { target.value?.bodyLimit(for: head) ?? 0 }
  func handle(_ request: HTTPRequest, _ respond: HTTPResponder) { target.value?.handle(request, respond) }
}

/// `@unchecked Sendable`: set once before it is shared; the runtime makes reading a weak reference safe.
private final class WeakReference: @unchecked Sendable {
  weak var value: TestServer?
  init(_ value: TestServer) { self.value = value }
}
