import Locking

/// An exchange that somebody waits for.
final class ExchangeJob: Sendable {
  typealias Outcome = [Result<[PostgresRows], PostgresError>]

  let request: Exchange.Request
  private let waiter = Locked<Waiter>(Waiter())

  private struct Waiter {
    var continuation: CheckedContinuation<Outcome, any Error>?
    var isCancelled = false
  }

  init(_ request: Exchange.Request) { self.request = request }

  var isCancelled: Bool { waiter.withLock { $0.isCancelled } }

  func attach(_ continuation: CheckedContinuation<Outcome, any Error>) {
    waiter.withLock { $0.continuation = continuation }
  }

  func cancel() { waiter.withLock { $0.isCancelled = true } }

  /// Wakes the waiter; the first call counts.
  func finish(_ outcome: Result<Outcome, any Error>) {
    let continuation = waiter.withLock { waiter in
      defer { waiter.continuation = nil }
      return waiter.continuation
    }
    continuation?.resume(with: outcome)
  }
}
