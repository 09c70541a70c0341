import Postgres

/// A pool of one whose connection is never given back, so that a test can leave a transaction open between calls.
actor PipelineBox {
  private let connection: PipelineConnection

  init(_ configuration: PostgresConfiguration) throws { connection = try PipelineConnection(configuration) }

  func batch(_ statements: [PostgresStatement]) throws -> [PostgresRows] {
    try statements.map { statement in try connection.query(statement.sql, statement.binds) }
  }
}
