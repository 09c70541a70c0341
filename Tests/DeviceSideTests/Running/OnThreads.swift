import Foundation

/// Runs blocking work on as many threads of its own, all at once, and answers what each gave, in order.
///
/// The wire client blocks, and a task that blocks takes a thread away from every other task.
func onThreads<Result: Sendable>(
  _ count: Int, _ body: @escaping @Sendable (Int) throws -> Result
) async throws -> [Result] {
  try await withThrowingTaskGroup(of: (Int, Result).self) { group in
    for place in 0..<count {
      group.addTask { (place, try await onThread { try body(place) }) }
    }
    return try await group.reduce(into: [(Int, Result)]()) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
  }
}

/// Runs blocking work on a thread of its own.
func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Swift.Result { try body() }) }
  }
}
