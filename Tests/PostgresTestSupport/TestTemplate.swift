import Postgres
import SchemaMigrator

/// The migrated database that every test database is copied from. Made once per set of migrations and server.
actor TestTemplate {
  static let shared = TestTemplate()

  private var preparation: Task<String, any Error>?

  func name() async throws -> String {
    if let preparation { return try await preparation.value }
    let task = Task { try await TestTemplate.prepare() }
    preparation = task
    return try await task.value
  }

  private static func prepare() async throws -> String {
    let server = try TestServer.current()
    let folder = try MigrationFolder.find()
    let pool = try PostgresPool(server.configuration(), limit: 1)
    defer { pool.close() }
    return try await pool.withConnection { connection in
      // Several test programs may start at once; the first makes the template, the others wait here.
      try await connection.query("select pg_advisory_lock(7302199)")
      let text = ([folder.bootstrap] + folder.migrations.map(\.sql)).joined()
      let digest = try await connection.query(
        "select left(encode(sha256($1), 'hex'), 16), to_char(now(), 'YYYYMMDD')", [.bytes(Array(text.utf8))]
      ).single()
      // The date is in the name because the template's partitions reach only some days ahead.
      let name = try "assay_template_" + digest.decode(0, as: String.self) + "_" + digest.decode(1, as: String.self)
      let exists = try await connection.query(
        "select exists (select from pg_database where datname = $1)", [.text(name)])
      if try !exists.single().decode(0, as: Bool.self) { try await make(name, folder, server, connection) }
      try await connection.query("select pg_advisory_unlock(7302199)")
      return name
    }
  }

  private static func make(
    _ name: String, _ folder: MigrationFolder, _ server: TestServer, _ connection: PostgresConnection
  ) async throws {
    let draft = name + "_draft"
    try await connection.script("drop database if exists \(draft) with (force)")
    try await connection.script("create database \(draft)")
    let migrator = SchemaMigrator(folder, server.configuration(database: draft))
    try await migrator.bootstrap()
    try await migrator.migrate()
    // Its last connection may still be closing.
    try await connection.script(
      "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '\(draft)'")
    try await connection.script("alter database \(draft) rename to \(name)")
  }
}
