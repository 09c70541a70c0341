import Foundation
import Postgres
import PostgresTestSupport
import SchemaMigrator
import Testing

@Suite("Migrating")
struct SchemaMigratorTests {
  private struct Unexpected: Error {}

  @Test("an empty database reaches the newest schema, and a second run changes nothing")
  func fresh() async throws {
    try await TestDatabase.withEmpty { database in
      let folder = try MigrationFolder.find()
      let migrator = SchemaMigrator(folder, database.configuration())
      try await migrator.bootstrap()
      try await migrator.bootstrap()
      #expect(try await migrator.status().allSatisfy { $0.appliedAt == nil })
      #expect(try await migrator.migrate() == folder.migrations.map(\.name))
      #expect(try await migrator.migrate() == [])
      #expect(try await migrator.status().allSatisfy { $0.appliedAt != nil })
    }
  }

  @Test("programs that migrate at the same moment apply each migration once")
  func together() async throws {
    try await TestDatabase.withEmpty { database in
      let folder = try MigrationFolder.find()
      try await SchemaMigrator(folder, database.configuration()).bootstrap()
      let applied = try await withThrowingTaskGroup(of: [String].self, returning: [String].self) { group in
        for _ in 0..<4 { group.addTask { try await SchemaMigrator(folder, database.configuration(.owner)).migrate() } }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      #expect(applied == folder.migrations.map(\.name))
    }
  }

  @Test("a migration that fails leaves nothing behind")
  func failure() async throws {
    try await withFiles([
      "0001_a.sql": "create table public.a (n int)", "0002_b.sql": "create table public.b (n int); select 1/0",
    ]) {
      folder, database in
      let migrator = SchemaMigrator(folder, database.configuration())
      let error = await #expect(throws: MigrationError.self) { try await migrator.migrate() }
      guard case .failed("0002_b", let cause)? = error else { throw Unexpected() }
      #expect(cause.sqlState == "22012")
      #expect(try await migrator.status().map { $0.appliedAt != nil } == [true, false])
      let pool = try database.pool(limit: 1)
      let exists = try await pool.withConnection { try await $0.query("select to_regclass('public.b') is null") }
      #expect(try exists.single().decode(0) == true)
    }
  }

  @Test("a migration that was edited after it had been applied is refused")
  func edited() async throws {
    try await withFiles(["0001_a.sql": "select 1"]) { folder, database in
      try await SchemaMigrator(folder, database.configuration()).migrate()
      try await withFolder(["0001_a.sql": "select 2"]) { changed in
        let migrator = SchemaMigrator(changed, database.configuration())
        await #expect(throws: MigrationError.edited(name: "0001_a")) { try await migrator.migrate() }
      }
      try await withFolder([:]) { older in
        let migrator = SchemaMigrator(older, database.configuration())
        await #expect(throws: MigrationError.unknown(name: "0001_a")) { try await migrator.migrate() }
      }
    }
  }

  @Test("a migration marked so runs without a transaction")
  func withoutTransaction() async throws {
    let concurrently = Migration.noTransactionMark + "\ncreate index concurrently on public.a (n)"
    try await withFiles(["0001_a.sql": "create table public.a (n int)", "0002_b.sql": concurrently]) {
      folder, database in
      let applied = try await SchemaMigrator(folder, database.configuration()).migrate()
      #expect(applied.count == 2)
    }
  }

  @Test("a number that stands twice, and a folder that is not there, are refused")
  func folders() async throws {
    try await withFolder(["0001_a.sql": "", "0005_b.sql": ""]) { #expect($0.migrations.map(\.number) == [1, 5]) }
    await #expect(throws: MigrationError.numbering(2)) {
      try await withFolder(["0002_a.sql": "", "0002_c.sql": ""]) { _ in }
    }
    #expect(throws: MigrationError.notFound(tried: ["/nowhere"])) { try MigrationFolder.find(option: "/nowhere") }
  }

  @Test("a migration that came later with a lower number is applied")
  func lateNumber() async throws {
    try await withFiles(["0002_b.sql": "select 1"]) { folder, database in
      try await SchemaMigrator(folder, database.configuration()).migrate()
      try await withFolder(["0001_a.sql": "select 2", "0002_b.sql": "select 1"]) { newer in
        let applied = try await SchemaMigrator(newer, database.configuration()).migrate()
        #expect(applied == ["0001_a"])
      }
    }
  }

  private func withFiles(
    _ files: [String: String], _ body: (MigrationFolder, TestDatabase) async throws -> Void
  ) async throws {
    try await TestDatabase.withEmpty { database in
      try await SchemaMigrator(MigrationFolder.find(), database.configuration()).bootstrap()
      let pool = try database.pool(limit: 1)
      try await pool.withConnection { try await $0.script("grant create on schema public to assay_owner") }
      pool.close()
      try await withFolder(files) { try await body($0, database) }
    }
  }

  private func withFolder(_ files: [String: String], _ body: (MigrationFolder) async throws -> Void) async throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: path) }
    for (name, text) in files.merging(["bootstrap.sql": ""], uniquingKeysWith: { one, _ in one }) {
      try text.write(to: path.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
    try await body(MigrationFolder(path: path.path))
  }
}
