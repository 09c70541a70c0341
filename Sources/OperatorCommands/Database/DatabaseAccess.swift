import AttestationService
import Foundation
import Postgres

/// How a command reaches the database: `--database`, else `ASSAY_DATABASE_URL`.
struct DatabaseAccess: Sendable {
  static let variable = "ASSAY_DATABASE_URL"
  static let argument = CommandSyntax.Argument.option(
    "--database", "CONNINFO", "the database, as assay_owner; else \(variable) is asked")

  private let named: String?

  init(_ arguments: ParsedArguments) { named = arguments.value("--database") }

  /// Opens a small pool for the time of `body`.
  func withPool<Value>(_ console: Console, _ body: (PostgresPool) async throws -> Value) async throws -> Value {
    let pool = try PostgresPool(try configuration(console), limit: 2)
    defer { pool.close() }
    return try await explaining { try await body(pool) }
  }

  func configuration(_ console: Console) throws(UsageError) -> PostgresConfiguration {
    guard let conninfo = named ?? console.environment[Self.variable], !conninfo.isEmpty else {
      throw UsageError("no database is named", mend: "Set \(Self.variable), or say --database CONNINFO.")
    }
    return PostgresConfiguration(conninfo: conninfo, applicationName: "assay")
  }

  /// Errors of the database, for the operator, who may see the server's words.
  func explaining<Value>(_ body: () async throws -> Value) async throws -> Value {
    do { return try await body() } catch let error as PostgresError {
      throw CommandFailure("the database says: \(error.message) (\(error.sqlState))")
    } catch let refusal as Refusal {
      throw CommandFailure(refusal.title + " (\(refusal.code))")
    }
  }
}
