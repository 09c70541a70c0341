import Foundation

/// Runs blocking work on a thread of its own: blocked tasks would leave no thread for the rest of the test.
func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    Thread { continuation.resume(returning: work()) }.start()
  }
}
