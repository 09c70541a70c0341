/// A statement with its binds. It is prepared once on each connection and run from there.
public struct PostgresStatement: Sendable {
  /// One SQL statement with `$1`, `$2` … for its binds.
  public let sql: String
  /// The values of `$1`, `$2` …, in order.
  public let binds: [PostgresValue]

  /// Joins a statement and its binds.
  public init(_ sql: String, _ binds: [PostgresValue] = []) {
    self.sql = sql
    self.binds = binds
  }
}

extension PostgresStatement: CustomStringConvertible {
  /// The SQL with the number of its binds; values are not printed.
  public var description: String { "\(sql) -- \(binds.count) binds" }
}
