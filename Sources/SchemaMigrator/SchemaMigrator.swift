import Foundation
import Postgres

/// Brings a database to the newest schema: forward only, one program at a time, each migration once.
///
/// Runs as `assay_owner`, or as a role that may become it. What was applied is kept with its SHA-256 in
/// `assay_schema.migrations`, and a migration that was edited afterwards is refused.
public struct SchemaMigrator: Sendable {
  private let folder: MigrationFolder
  private let configuration: PostgresConfiguration

  /// Two migrating programs meet at this advisory lock.
  private static let lock: Int64 = 7_302_143

  /// Joins the migrations and the database they are for.
  public init(_ folder: MigrationFolder, _ configuration: PostgresConfiguration) {
    self.folder = folder
    self.configuration = configuration
  }

  /// Makes the roles, as a superuser, and sets the passwords that are given by role name. Safe to repeat.
  public func bootstrap(passwords: [String: String] = [:]) async throws {
    try await withConnection { connection in
      try await connection.script(folder.bootstrap)
      for (role, password) in passwords.sorted(by: { $0.key < $1.key }) {
        let command = try await connection.query(
          "select format('alter role %I password %L', $1, $2)", [.text(role), .text(password)])
        try await connection.script(command.single().decode(0))
      }
    }
  }

  /// Applies what is pending and calls `progress` with the name of each migration before it runs.
  ///
  /// - Returns: the names of those applied. Throws `MigrationError` or `PostgresError`.
  @discardableResult
  public func migrate(progress: @Sendable (String) -> Void = { _ in }) async throws -> [String] {
    try await withConnection { connection in
      try await becomeOwner(connection)
      // The lock is the session's, and the connection is closed with the pool below.
      try await connection.query("select pg_advisory_lock($1)", [.int8(SchemaMigrator.lock)])
      try await connection.script(SchemaMigrator.ledger)
      let pending = try await pending(on: connection)
      for migration in pending {
        progress(migration.name)
        try await apply(migration, on: connection)
      }
      return pending.map(\.name)
    }
  }

  /// What the database has and what is pending, in order. Changes nothing.
  public func status() async throws -> [MigrationStatus] {
    try await withConnection { connection in
      try await becomeOwner(connection)
      let applied = try await applied(on: connection)
      return folder.migrations.map { migration in
        MigrationStatus(name: migration.name, appliedAt: applied.first { $0.number == migration.number }?.appliedAt)
      }
    }
  }

  private func withConnection<R>(
    isolation: isolated (any Actor)? = #isolation, _ body: (PostgresConnection) async throws -> R
  ) async throws -> R {
    var patient = configuration
    patient.responseTimeoutSeconds = 3600
    let pool = try PostgresPool(patient, limit: 1)
    defer { pool.close() }
    return try await pool.withConnection(body)
  }
}

extension SchemaMigrator {
  private struct Applied {
    let number: Int
    let name: String
    let checksum: [UInt8]
    let appliedAt: Date
  }

  private static let ledger = """
    create schema if not exists assay_schema;
    create table if not exists assay_schema.migrations (
      number integer primary key, name text not null, checksum bytea not null, applied_at timestamptz not null)
    """

  private func becomeOwner(_ connection: PostgresConnection) async throws {
    try await connection.script("set role assay_owner")
  }

  private func applied(on connection: PostgresConnection) async throws -> [Applied] {
    let exists = try await connection.query("select to_regclass('assay_schema.migrations') is not null")
    guard try exists.single().decode(0, as: Bool.self) else { return [] }
    return try await connection.query(
      "select number, name, checksum, applied_at from assay_schema.migrations order by number"
    ).map { row in
      Applied(
        number: try row.decode(0), name: try row.decode(1), checksum: try row.decode(2), appliedAt: try row.decode(3))
    }
  }

  private func pending(on connection: PostgresConnection) async throws -> [Migration] {
    let applied = try await applied(on: connection)
    for entry in applied {
      guard let migration = folder.migrations.first(where: { $0.number == entry.number }) else {
        throw MigrationError.unknown(name: entry.name)
      }
      let checksum = try await connection.query("select sha256($1)", [.bytes(Array(migration.sql.utf8))])
      guard try checksum.single().decode(0) == entry.checksum else { throw MigrationError.edited(name: entry.name) }
    }
    let known = Set(applied.map(\.number))
    return folder.migrations.filter { !known.contains($0.number) }
  }

  private func apply(_ migration: Migration, on connection: PostgresConnection) async throws {
    do {
      if migration.isTransactional { try await connection.script("begin") }
      try await connection.script(migration.sql)
      try await connection.query(
        "insert into assay_schema.migrations values ($1, $2, sha256($3), now())",
        [.int4(Int32(migration.number)), .text(migration.name), .bytes(Array(migration.sql.utf8))])
      if migration.isTransactional { try await connection.script("commit") }
    } catch let error as PostgresError {
      // The pool rolls back what is open.
      throw MigrationError.failed(name: migration.name, error)
    }
  }
}
