public import Postgres

/// A lease-based queue in PostgreSQL.
///
/// A claim is two short statements: candidates are read without locks, then taken by compare-and-set on their epochs
/// (the form that also runs when the schema is distributed by tenant). The work happens outside any transaction.
/// Every ending is a compare-and-set on the epoch. All instants are the database's.
public struct JobQueue: Sendable {
  /// Which queue.
  public let name: QueueName
  /// Who claims: recorded with every lease.
  public let worker: String
  /// Seconds that a lease lasts without a heartbeat.
  public let leaseSeconds: Double
  /// The most jobs of one tenant in one claim.
  public let sharePerTenant: Int
  let pool: PostgresPool

  /// A queue as one worker sees it.
  public init(
    _ name: QueueName, pool: PostgresPool, worker: String, leaseSeconds: Double = 60, sharePerTenant: Int = 32
  ) {
    self.name = name
    self.pool = pool
    self.worker = worker
    self.leaseSeconds = leaseSeconds
    self.sharePerTenant = sharePerTenant
  }

  /// Takes up to `limit` due jobs, the tenants in turn, so that none waits behind another's backlog.
  public func claim(limit: Int) async throws -> [LeasedJob] {
    let candidates = try await pool.withConnection { connection in
      try await connection.query(JobStatements.candidates, [.text(name.rawValue), .int4(Int32(limit)), share(limit)])
    }
    guard !candidates.isEmpty else { return [] }
    let claimed = try await pool.withConnection { connection in
      try await connection.query(
        JobStatements.claim,
        [
          .text(name.rawValue), .text(worker), .double(leaseSeconds), .int8Array(try candidates.column(0)),
          .int8Array(try candidates.column(1)), .int8Array(try candidates.column(2)),
        ])
    }
    return try claimed.map { row in
      LeasedJob(
        tenant: try row.decode(0), subject: try row.decode(1), epoch: try row.decode(2), attempts: try row.decode(3),
        priority: try row.decode(4), dueAt: try row.decode(5))
    }
  }

  /// Extends the leases of held jobs; gives those that are still held. A job that is missing belongs to another worker.
  public func heartbeat(_ jobs: [LeasedJob]) async throws -> Set<LeasedJob> {
    var held: Set<LeasedJob> = []
    for (tenant, jobs) in Dictionary(grouping: jobs, by: \.tenant) {
      held.formUnion(try await run(JobStatements.heartbeat, tenant, jobs, [.double(leaseSeconds)]))
    }
    return held
  }

  /// Ends held jobs, each in its way; gives those whose lease still stood. For the others nothing was changed.
  @discardableResult
  public func finish(_ endings: [(job: LeasedJob, outcome: JobOutcome)]) async throws -> Set<LeasedJob> {
    var held: Set<LeasedJob> = []
    for (tenant, endings) in Dictionary(grouping: endings, by: \.job.tenant) {
      let columns = EndingColumns(endings.map(\.outcome)).binds
      held.formUnion(try await run(JobStatements.finish, tenant, endings.map(\.job), columns))
    }
    return held
  }

  private func share(_ limit: Int) -> PostgresValue { .int4(Int32(max(1, min(limit, sharePerTenant)))) }

  /// Runs a statement over held jobs of one tenant; gives those that it found held.
  private func run(
    _ sql: String, _ tenant: Int64, _ jobs: [LeasedJob], _ more: [PostgresValue]
  ) async throws -> [LeasedJob] {
    let binds: [PostgresValue] = [
      .text(name.rawValue), .int8(tenant), .int8Array(jobs.map(\.subject)), .int8Array(jobs.map(\.epoch)),
    ]
    let rows = try await pool.withConnection { try await $0.query(sql, binds + more) }
    let standing = Set(try rows.map { try $0.decode(1, as: Int64.self) })
    return jobs.filter { standing.contains($0.subject) }
  }
}
