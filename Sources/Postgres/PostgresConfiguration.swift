/// How to reach a PostgreSQL server, and the limits that apply to every connection made from it.
public struct PostgresConfiguration: Sendable {
  /// A libpq connection string (`host=… dbname=… user=…`) or URI. It may hold a password and is never printed.
  public var conninfo: String
  /// What the server shows as the client's name in `pg_stat_activity`.
  public var applicationName: String
  /// Seconds until an attempt to connect is given up.
  public var connectTimeoutSeconds: Int
  /// Seconds until the server cancels a statement (SQLSTATE 57014); nil leaves the server's setting.
  public var statementTimeoutSeconds: Double?
  /// Seconds that the client waits for an answer before it drops the connection as lost.
  public var responseTimeoutSeconds: Double
  /// Prepared statements kept on each connection before they are all released.
  public var preparedStatementLimit: Int

  /// Describes a server by its connection string.
  public init(
    conninfo: String, applicationName: String = "assay", connectTimeoutSeconds: Int = 5,
    statementTimeoutSeconds: Double? = nil, responseTimeoutSeconds: Double = 60, preparedStatementLimit: Int = 256
  ) {
    self.conninfo = conninfo
    self.applicationName = applicationName
    self.connectTimeoutSeconds = connectTimeoutSeconds
    self.statementTimeoutSeconds = statementTimeoutSeconds
    self.responseTimeoutSeconds = responseTimeoutSeconds
    self.preparedStatementLimit = preparedStatementLimit
  }
}

extension PostgresConfiguration: CustomStringConvertible {
  /// The client's name only: the connection string may hold a password.
  public var description: String { "PostgresConfiguration(\(applicationName))" }
}
