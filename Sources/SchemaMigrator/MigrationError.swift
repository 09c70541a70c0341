import Postgres

/// Why a database cannot be migrated.
public enum MigrationError: Error, Sendable, Equatable {
  /// No folder with migrations was found; the places that were tried.
  case notFound(tried: [String])
  /// The numbers in the folder are not 1, 2, 3 …; the first one missing or repeated.
  case numbering(Int)
  /// A migration was edited after it had been applied.
  case edited(name: String)
  /// The database is ahead: it has a migration that this program does not know.
  case unknown(name: String)
  /// A migration failed and left no trace, unless it runs without a transaction.
  case failed(name: String, PostgresError)
}

extension MigrationError: CustomStringConvertible {
  /// A sentence for the operator.
  public var description: String {
    switch self {
    case .notFound(let tried): "no migrations found; looked in \(tried.joined(separator: ", "))"
    case .numbering(let number): "migration number \(number) stands twice"
    case .edited(let name): "migration \(name) was edited after it had been applied"
    case .unknown(let name): "the database has migration \(name), which this program does not know: use a newer program"
    case .failed(let name, let error): "migration \(name) failed: \(error.debugDescription)"
    }
  }
}
