import Foundation
import Postgres

extension JobQueue {
  /// Puts jobs into the queue.
  public func enqueue(_ jobs: [NewJob]) async throws {
    guard !jobs.isEmpty else { return }
    let binds: [PostgresValue] = [
      .text(name.rawValue), .int8Array(jobs.map(\.tenant)), .int8Array(jobs.map(\.subject)),
      .int2Array(jobs.map(\.priority)), .timestampArray(jobs.map(\.dueAt)),
    ]
    _ = try await pool.withConnection { try await $0.query(JobStatements.enqueue, binds) }
  }

  /// Makes jobs due at once with all their attempts, whatever became of them; a worker that holds one is fenced off.
  @discardableResult
  public func requeue(tenant: Int64, subjects: [Int64]) async throws -> [Int64] {
    let rows = try await pool.withConnection { connection in
      try await connection.query(
        JobStatements.requeue, [.text(name.rawValue), .int8(tenant), .int8Array(subjects)])
    }
    return try rows.column(0)
  }

  /// Deletes the rows of jobs that were completed longer ago than a number of seconds.
  @discardableResult
  public func sweep(olderThan seconds: Double) async throws -> Int {
    try await pool.withConnection { connection in
      try await connection.query(JobStatements.sweep, [.text(name.rawValue), .double(seconds)]).affectedRows
    }
  }

  /// What waits in the queue.
  public func depth() async throws -> QueueDepth {
    let rows = try await pool.withConnection { try await $0.query(JobStatements.depth, [.text(name.rawValue)]) }
    let row = try rows.single()
    return QueueDepth(
      due: try row.decode("due"), leased: try row.decode("leased"), discarded: try row.decode("discarded"),
      total: try row.decode("total"), oldestDueAge: try row.decode("oldest_due_age"))
  }
}
