/// Something that runs statements: a connection, or a transaction on one.
public protocol PostgresExecutor: Sendable {
  /// Runs statements in one round trip; they succeed or fail together.
  ///
  /// - Returns: the rows of each statement, in order.
  /// - Throws: `PostgresError`, or `CancellationError` when the task was cancelled; the connection is dropped then.
  func batch(_ statements: [PostgresStatement]) async throws -> [PostgresRows]
}

extension PostgresExecutor {
  /// Runs one statement.
  @discardableResult
  public func query(_ sql: String, _ binds: [PostgresValue] = []) async throws -> PostgresRows {
    try await run(PostgresStatement(sql, binds))
  }

  /// Runs one statement.
  @discardableResult
  public func run(_ statement: PostgresStatement) async throws -> PostgresRows {
    guard let rows = try await batch([statement]).first else { throw PostgresError.decoding("no result") }
    return rows
  }
}
