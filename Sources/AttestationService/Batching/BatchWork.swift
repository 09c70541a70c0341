import Postgres

/// What a batch does for one tenant, and how its rows get their answers.
protocol BatchWork: Sendable {
  associatedtype Row: BatchRow

  /// The one call for a tenant's rows.
  func statement(tenant: Int64, rows: [Row]) -> PostgresStatement

  /// Answers every row from what the call returned, which is durable by now. Throws when the answer cannot be read.
  func deliver(_ answer: PostgresRows, to rows: [Row]) throws(PostgresError)
}
