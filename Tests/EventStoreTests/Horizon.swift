import Postgres
import PostgresTestSupport

/// The oldest transaction of other databases that ran at some moment: until it has ended, the feed is held back by it.
struct Horizon {
  private let transactions: [Int64]

  /// The transactions that run now in other databases of the server.
  static func now(in database: TestDatabase) async throws -> Horizon {
    Horizon(transactions: try await running(in: database))
  }

  func hasPassed(in database: TestDatabase) async throws -> Bool {
    let running = try await Horizon.running(in: database)
    return !transactions.contains { running.contains($0) }
  }

  private static func running(in database: TestDatabase) async throws -> [Int64] {
    let pool = try database.pool(limit: 1)
    defer { pool.close() }
    return try await pool.withConnection { connection in
      try await connection.query(
        """
        select backend_xid::text::bigint from pg_stat_activity
        where backend_xid is not null and datname is distinct from current_database()
        """)
    }.column(0)
  }
}
