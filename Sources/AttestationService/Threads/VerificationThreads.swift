import Foundation
import Locking

/// A few threads for work of milliseconds (an attestation is three), so that it never holds a thread of the hot path or of
/// the cooperative pool. The queue is bounded: what does not fit is refused at once.
public final class VerificationThreads: Sendable {
  private struct State {
    var waiting: [@Sendable () -> Void] = []
    var isStopping = false
  }

  private let state = Locked(State())
  private let wakeUp = DispatchSemaphore(value: 0)
  private let count: Int
  private let queueLimit: Int

  /// Starts the threads.
  public init(count: Int, queueLimit: Int) {
    self.count = count
    self.queueLimit = queueLimit
    for index in 0..<count {
      let thread = Thread { [self] in run() }
      thread.name = "verify-\(index)"
      thread.stackSize = 1 << 20
      thread.start()
    }
  }

  /// Runs `work` on one of the threads. Throws `Refusal.overloaded` when too much waits already.
  func perform<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let accepted = state.withLock { state in
        guard !state.isStopping, state.waiting.count < queueLimit else { return false }
        state.waiting.append { continuation.resume(returning: work()) }
        return true
      }
      if accepted { wakeUp.signal() } else { continuation.resume(throwing: Refusal.overloaded) }
    }
  }

  /// Lets the threads end once everything that waits is done.
  public func stop() {
    state.withLock { $0.isStopping = true }
    for _ in 0..<count { wakeUp.signal() }
  }

  private func run() {
    while true {
      wakeUp.wait()
      let (work, ends) = state.withLock { state -> ((@Sendable () -> Void)?, Bool) in
        guard !state.waiting.isEmpty else { return (nil, state.isStopping) }
        return (state.waiting.removeFirst(), false)
      }
      if ends { return }
      work?()
    }
  }
}
