import Postgres

/// Rebuilds the state of a tenant from its events, beside the live tables, and compares the two.
///
/// Each table has one query: the events folded into the rows that should be there, joined in full with those that are.
/// All run in one snapshot, so that a check of a working system finds no differences that only passed by.
public struct ProjectionCheck: Sendable {
  private let pool: PostgresPool

  /// A check on a pool of the owner's connections.
  public init(pool: PostgresPool) { self.pool = pool }

  /// The tables that are rebuilt.
  public static let tables = ProjectionQuery.all.map(\.table)

  /// Every difference; none when the state is what the events say.
  public func differences(tenant: Int64) async throws -> [ProjectionDifference] {
    try await pool.withTransaction(tenant: tenant) { transaction in
      try await transaction.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
      var found: [ProjectionDifference] = []
      for query in ProjectionQuery.all {
        let rows = try await transaction.query(query.sql, [.int8(tenant)])
        found += try rows.map { row in
          ProjectionDifference(table: query.table, entity: try row.decode(0), difference: try row.decode(1))
        }
      }
      return found
    }
  }
}
