import Foundation
import Locking
import Postgres

/// Plain threads that start each round together, each with a connection of its own.
public enum Racers {
  /// Runs `body(racer, round, connection)` on `count` threads for every round and waits for all of them.
  ///
  /// - Returns: the results of each round, in no order. The first error ends the racer that met it and is thrown.
  public static func race<R: Sendable>(
    _ count: Int, rounds: Int, _ configuration: PostgresConfiguration,
    _ body: @escaping @Sendable (Int, Int, PipelineConnection) throws -> R
  ) async throws -> [[R]] {
    let board = Board<R>(rounds)
    let start = Meeting(count)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for racer in 0..<count {
        group.addTask {
          try await onThread {
            let connection = Result { try PipelineConnection(configuration) }
            for round in 0..<rounds {
              start.meet()
              do {
                let result = try body(racer, round, connection.get())
                board.note(result, round)
              } catch {
                start.leave()
                throw error
              }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    return board.results
  }

  private static func onThread(_ body: @escaping @Sendable () throws -> Void) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      let thread = Thread { continuation.resume(with: Result(catching: body)) }
      thread.start()
    }
  }
}

/// What the racers report.
private final class Board<R: Sendable>: Sendable {
  private let rows: Locked<[[R]]>

  init(_ rounds: Int) { rows = Locked([[R]](repeating: [], count: rounds)) }

  var results: [[R]] { rows.withLock { $0 } }

  func note(_ result: R, _ round: Int) { rows.withLock { $0[round].append(result) } }
}

/// A place where threads wait for each other; who has left is not waited for.
private final class Meeting: Sendable {
  private let condition = NSCondition()
  private let state: Locked<(members: Int, waiting: Int, generation: Int)>

  init(_ members: Int) { state = Locked((members, 0, 0)) }

  func meet() {
    condition.lock()
    defer { condition.unlock() }
    let generation = state.withLock { state in
      state.waiting += 1
      return state.generation
    }
    openIfComplete()
    while state.withLock({ $0.generation }) == generation { condition.wait() }
  }

  func leave() {
    condition.lock()
    defer { condition.unlock() }
    state.withLock { $0.members -= 1 }
    openIfComplete()
  }

  private func openIfComplete() {
    let isComplete = state.withLock { state in
      guard state.waiting >= state.members else { return false }
      state.waiting = 0
      state.generation += 1
      return true
    }
    if isComplete { condition.broadcast() }
  }
}
