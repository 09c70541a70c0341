import Postgres

/// The worker processes that are alive, as they say themselves; the total rate is shared among them.
struct WorkerRoster: Sendable {
  let pool: PostgresPool
  let worker: String

  /// Says that this worker is alive, and counts those that said so within 20 seconds.
  func beat() async throws -> Int {
    try await pool.withConnection { connection in
      try await connection.query(
        """
        insert into assay.workers (tenant_id, worker) values (0, $1)
        on conflict (tenant_id, worker) do update set seen_at = now()
        """, [.text(worker)])
      try await connection.query(
        "delete from assay.workers where tenant_id = 0 and seen_at < now() - interval '1 hour'")
      return try await connection.query(
        "select count(*) from assay.workers where tenant_id = 0 and seen_at > now() - interval '20 seconds'"
      ).single().decode(0)
    }
  }

  /// Says goodbye.
  func leave() async throws {
    try await pool.withConnection { connection in
      _ = try await connection.query("delete from assay.workers where tenant_id = 0 and worker = $1", [.text(worker)])
    }
  }
}
