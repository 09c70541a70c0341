import Foundation
import Postgres

extension WorkerStage {
  /// What stands in the database about one key's receipt.
  public struct Standing: Sendable {
    /// The receipt's state: 0 current, 1 stale, 2 quarantined, 3 expired, 4 held.
    public let state: Int16
    /// Why it waits for a person.
    public let reason: String?
    /// Failed attempts.
    public let attempts: Int
    /// Questions put.
    public let asked: Int
    /// The last answer.
    public let answer: String?
    /// The stored receipt.
    public let receipt: [UInt8]
    /// Its field 17.
    public let metric: Int?
    /// Its field 12.
    public let createdAt: Date
    /// Its field 19.
    public let notBefore: Date?
    /// The job's state: 0 waiting, 1 done, 2 given up.
    public let jobState: Int16
    /// When the job is ready again.
    public let runAt: Date
    /// Since when it is due.
    public let dueAt: Date
    /// Whose lease runs.
    public let owner: String?
    /// The lease's number.
    public let epoch: Int64
    /// The types of the events that the worker added to the key's stream, in order.
    public let events: [String]
  }

  /// Reads what stands about a key.
  public func standing(of key: Int64) async throws -> Standing {
    let row = try await pool.withConnection { connection in
      try await connection.query(
        """
        select f.state, f.reason, f.attempts, f.asked, f.last_answer, r.receipt, r.risk_metric, r.created_at, r.not_before,
          j.state as job_state, j.run_at, j.due_at, j.lease_owner, j.lease_epoch,
          (select coalesce(string_agg(t.name, ',' order by e.version), '') from assay.events e
           join assay.event_types t using (type)
           where e.tenant_id = f.tenant_id and e.stream = f.key_pk and e.type > 50) as events
        from assay.receipt_refresh f
        join assay.receipts r using (tenant_id, key_pk)
        join assay.jobs j on j.tenant_id = f.tenant_id and j.queue = 'receipts' and j.subject = f.key_pk
        where f.key_pk = $1
        """, [.int8(key)])
    }.single()
    return Standing(
      state: try row.decode("state"), reason: try row.decodeIfPresent("reason"), attempts: try row.decode("attempts"),
      asked: try row.decode("asked"), answer: try row.decodeIfPresent("last_answer"),
      receipt: try row.decode("receipt"),
      metric: try row.decodeIfPresent("risk_metric"), createdAt: try row.decode("created_at"),
      notBefore: try row.decodeIfPresent("not_before"), jobState: try row.decode("job_state"),
      runAt: try row.decode("run_at"), dueAt: try row.decode("due_at"), owner: try row.decodeIfPresent("lease_owner"),
      epoch: try row.decode("lease_epoch"),
      events: try row.decode("events", as: String.self).split(separator: ",").map(String.init))
  }

  /// A single number that a query gives.
  public func number(_ sql: String, _ binds: [PostgresValue] = []) async throws -> Int {
    try await pool.withConnection { try await $0.query(sql, binds) }.single().decode(0)
  }

  /// Waits until a condition holds; throws when it does not within the limit.
  public func until(
    _ what: String, within limit: Duration = .seconds(20), _ condition: () async throws -> Bool
  ) async throws {
    let end = ContinuousClock.now + limit
    while try await !condition() {
      guard ContinuousClock.now < end else { throw Overdue(what: what) }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Something that was waited for did not happen.
  public struct Overdue: Error, CustomStringConvertible {
    let what: String

    /// What was waited for.
    public var description: String { "it did not happen in time: \(what)" }
  }
}
