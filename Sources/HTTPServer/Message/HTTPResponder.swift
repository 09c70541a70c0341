import Synchronization

/// The right to answer one request, once, from any thread.
///
/// A second answer is ignored. Letting go of it without an answer sends `HTTPServerFault.unanswered` (500), so that a
/// handler that loses its way never leaves a client waiting.
public final class HTTPResponder: Sendable {
  private enum Destination: Sendable {
    case exchange(Connection, serial: UInt64)
    case closure(@Sendable (HTTPResponse?) -> Void)
  }

  private let destination: Destination
  private let isCompleted = Atomic(false)

  init(connection: Connection, serial: UInt64) {
    destination = .exchange(connection, serial: serial)
  }

  /// A responder for tests of handlers: the closure gets the answer, or nil when the responder was dropped.
  public init(_ completion: @escaping @Sendable (HTTPResponse?) -> Void) {
    destination = .closure(completion)
  }

  deinit {
    if !isCompleted.load(ordering: .acquiring) { deliver(nil) }
  }

  /// Sends the answer. Returns false when the request had been answered before.
  @discardableResult
  public func complete(_ response: HTTPResponse) -> Bool {
    guard !isCompleted.exchange(true, ordering: .acquiringAndReleasing) else { return false }
    deliver(response)
    return true
  }

  private func deliver(_ response: HTTPResponse?) {
    switch destination {
    case .exchange(let connection, let serial):
      if let response {
        connection.complete(serial: serial, with: response)
      } else {
        connection.fail(serial: serial, with: .unanswered)
      }
    case .closure(let completion): completion(response)
    }
  }
}
