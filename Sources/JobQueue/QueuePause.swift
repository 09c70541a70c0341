public import Foundation
public import Postgres

/// A queue that stands still, for one tenant or for all.
public struct QueuePause: Sendable {
  /// Which queue.
  public let queue: QueueName
  /// For whom; nil for everybody.
  public let tenant: Int64?
  /// Who paused it.
  public let pausedBy: String
  /// Why.
  public let reason: String
  /// Since when.
  public let pausedAt: Date
}

/// Pauses and resumes queues. Workers read the pauses with every claim and once a second.
public struct QueuePauses: Sendable {
  private let pool: PostgresPool

  /// The pauses of a database.
  public init(pool: PostgresPool) {
    self.pool = pool
  }

  /// Stops a queue for a tenant, or for everybody.
  public func pause(_ queue: QueueName, tenant: Int64?, by: String, reason: String) async throws {
    let binds: [PostgresValue] = [.int8(tenant ?? 0), .text(queue.rawValue), .text(by), .text(reason)]
    _ = try await pool.transaction(tenant: tenant ?? 0, [PostgresStatement(JobStatements.pause, binds)])
  }

  /// Lets a queue run again; false when it was not paused for that tenant.
  @discardableResult
  public func resume(_ queue: QueueName, tenant: Int64?) async throws -> Bool {
    let binds: [PostgresValue] = [.int8(tenant ?? 0), .text(queue.rawValue)]
    return try await pool.transaction(tenant: tenant ?? 0, [PostgresStatement(JobStatements.resume, binds)])[0]
      .single().decode(0)
  }

  /// Everything that is paused.
  public func all() async throws -> [QueuePause] {
    let rows = try await pool.withConnection { try await $0.query(JobStatements.pauses) }
    return try rows.map { row in
      let tenant: Int64 = try row.decode("tenant_id")
      return QueuePause(
        queue: QueueName(rawValue: try row.decode("queue")), tenant: tenant == 0 ? nil : tenant,
        pausedBy: try row.decode("paused_by"), reason: try row.decode("reason"), pausedAt: try row.decode("paused_at"))
    }
  }
}
