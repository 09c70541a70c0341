/// A failure reported by the server, by libpq, or by this module.
///
/// `description` holds the SQLSTATE only, so that it can be shown to a client; `debugDescription` has the server's text.
public struct PostgresError: Error, Sendable, Equatable {
  /// The five characters of the SQLSTATE. Class `AS` is raised by Assay's own functions, `08` means no connection.
  public let sqlState: String
  /// The server's primary message. It may name data and is for logs and operators, never for clients.
  public let message: String
  /// The server's detail line, or nil.
  public let detail: String?
  /// The violated constraint's name, or nil.
  public let constraint: String?

  /// Makes an error; used by this module and by tests.
  public init(sqlState: String, message: String, detail: String? = nil, constraint: String? = nil) {
    self.sqlState = sqlState
    self.message = message
    self.detail = detail
    self.constraint = constraint
  }

  /// Errors are the same when their SQLSTATE and constraint are; the texts are for people.
  public static func == (one: PostgresError, other: PostgresError) -> Bool {
    one.sqlState == other.sqlState && one.constraint == other.constraint
  }

  /// The first two characters of the SQLSTATE.
  public var sqlStateClass: String { String(sqlState.prefix(2)) }

  /// The connection is gone, or the server is going: whether a commit in flight took place is unknown.
  public var isConnectionLost: Bool {
    sqlStateClass == "08" || ["57P01", "57P02", "57P03"].contains(sqlState)
  }

  /// The same transaction may succeed when tried again: serialisation failure, deadlock, lock not available, lost
  /// connection, too many connections, a plan made before a migration.
  public var isRetryable: Bool {
    isConnectionLost || ["40001", "40P01", "55P03", "53300", "0A000", "26000"].contains(sqlState)
  }

  /// The pool had no free connection in time.
  public var isPoolExhausted: Bool { sqlState == PostgresError.poolTimeout.sqlState }
}

extension PostgresError: CustomStringConvertible, CustomDebugStringConvertible {
  /// The SQLSTATE, without any text of the server.
  public var description: String { "PostgreSQL error \(sqlState)" }

  /// The SQLSTATE with the server's message, detail and constraint.
  public var debugDescription: String {
    let extras = [detail, constraint.map { "constraint \($0)" }].compactMap { $0 }
    return ([description + ": " + message] + extras).joined(separator: "; ")
  }
}

extension PostgresError {
  /// No connection became free within the pool's waiting time.
  public static let poolTimeout = PostgresError(sqlState: "ASP01", message: "no connection became free in time")
  /// The pool was closed.
  public static let poolClosed = PostgresError(sqlState: "ASP02", message: "the connection pool is closed")
  /// A column is missing, of another type, or null.
  static func decoding(_ message: String) -> PostgresError { PostgresError(sqlState: "ASP03", message: message) }
  /// The transaction was rolled back by the server at COMMIT because a statement in it had failed.
  static let rolledBack = PostgresError(sqlState: "ASP04", message: "COMMIT answered ROLLBACK")
  /// The connection was closed by this side, or lost.
  static func connectionLost(_ message: String) -> PostgresError { PostgresError(sqlState: "08006", message: message) }
  /// The server did not answer within the response time limit.
  static let responseTimeout = PostgresError(sqlState: "08006", message: "no answer within the response time limit")
}
