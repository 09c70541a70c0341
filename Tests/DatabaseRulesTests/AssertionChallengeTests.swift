import Foundation
import Postgres
import PostgresTestSupport
import SchemaMigrator
import Testing

@Suite("Challenges of assertions")
struct AssertionChallengeTests {
  @Test("a claimed challenge leaves nothing behind, accepted or refused, and its event names it")
  func claimed() async throws {
    try await TestDatabase.with { database in
      let tenant = try await TestTenant.make(in: database, keys: 2)
      let connection = try PipelineConnection(database.configuration(.api))
      let assertions = TestAssertions(tenant)
      let challenges: [Int64] = try call(assertions.issue(3), tenant, connection).map { try $0.decode(0) }
      let rows: [TestAssertions.Row] = [
        .init(key: tenant.keys[0], challenge: challenges[0], counter: 1),
        .init(key: tenant.keys[1], challenge: challenges[1], counter: 1, refusal: "signature_invalid"),
      ]
      _ = try call(assertions.record(rows), tenant, connection)
      #expect(try outstanding(database) == [challenges[2]])
      let owner = try PipelineConnection(database.configuration())
      let named: [Int64] = try owner.query(
        "select subject from assay.events where type in (40, 41) order by subject"
      ).map { row in try row.decode(0) }
      #expect(named == challenges.prefix(2).sorted())
    }
  }

  @Test("purposes may be mixed in one issue: ids come back in the order of the arrays, each row in its purpose's table")
  func mixed() async throws {
    try await TestDatabase.with { database in
      let tenant = try await TestTenant.make(in: database, keys: 0)
      let purposes: [Int16] = [2, 1, 1, 2, 1, 2]
      let issue = PostgresStatement(
        "select * from assay.issue_challenges($1, $2, $3, $4, $5, $6, $7)",
        [
          .int8(tenant.tenant), .int8Array(purposes.map { _ in tenant.app }), .int2Array(purposes),
          .textArray(purposes.indices.map { "account \($0)" }), .textArray(purposes.map { _ in "" }),
          .timestampArray(purposes.map { _ in Date(timeIntervalSinceNow: 600) }),
          .bytesArray(purposes.indices.map { [UInt8](repeating: UInt8($0), count: 32) }),
        ])
      let connection = try PipelineConnection(database.configuration(.api))
      let ids: [Int64] = try call(issue, tenant, connection).map { try $0.decode(0) }
      let owner = try PipelineConnection(database.configuration())
      let placed = try owner.query(
        """
        select u.position::bigint, a.account_id, c.account_id from unnest($1) with ordinality u (id, position)
        left join assay.assertion_challenges a on a.challenge_id = u.id
        left join assay.challenges c on c.challenge_id = u.id order by u.position
        """, [.int8Array(ids)])
      #expect(placed.count == purposes.count)
      for (index, row) in placed.enumerated() {
        let expected = "account \(index)"
        #expect(try row.decodeIfPresent(1) == (purposes[index] == 2 ? expected : nil))
        #expect(try row.decodeIfPresent(2) == (purposes[index] == 1 ? expected : nil))
      }
    }
  }

  @Test("an assertion's challenge never stands among those of attestations")
  func apart() async throws {
    try await TestDatabase.with { database in
      let owner = try PipelineConnection(database.configuration())
      let error = #expect(throws: PostgresError.self) {
        try owner.script(
          """
          insert into assay.challenges (tenant_id, challenge_id, expires_at, app_pk, purpose, account_id, operation, secret, issued_at)
          values (1, 1, now() + interval '1 minute', 1, 2, 'a', 'o', sha256(''), now())
          """)
      }
      #expect(error?.sqlState == "23514")
    }
  }

  @Test("what was outstanding before the tables were parted is claimed after it, once")
  func moved() async throws {
    try await TestDatabase.withEmpty { database in
      let name = "0052_assertion_challenges"
      let before = try SchemaMigrator(migrations { $0 < name }, database.configuration())
      try await before.bootstrap()
      try await before.migrate()
      let tenant = try await TestTenant.make(in: database, keys: 2)
      let assertions = TestAssertions(tenant)
      let old = try PipelineConnection(database.configuration(.api))
      let challenges: [Int64] = try call(assertions.issue(2), tenant, old).map { try $0.decode(0) }
      let first = TestAssertions.Row(key: tenant.keys[0], challenge: challenges[0], counter: 1)
      #expect(try refusals(assertions.record([first]), tenant, old) == [nil])
      let through = try SchemaMigrator(migrations { $0 <= name }, database.configuration())
      #expect(try await through.migrate() == [name])
      // The session of before goes on, as a program does that was not restarted.
      let rows = zip(tenant.keys, challenges).map { TestAssertions.Row(key: $0, challenge: $1, counter: 2) }
      #expect(try refusals(assertions.record(rows), tenant, old) == ["challenge_already_claimed", nil])
      #expect(try refusals(assertions.record([rows[1]]), tenant, old) == ["challenge_already_claimed"])
    }
  }

  /// The migrations whose names fit.
  private func migrations(_ isWanted: (String) -> Bool) throws -> MigrationFolder {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: path) }
    let folder = try MigrationFolder.find()
    try folder.bootstrap.write(to: path.appendingPathComponent("bootstrap.sql"), atomically: false, encoding: .utf8)
    for migration in folder.migrations where isWanted(migration.name) {
      try migration.sql.write(
        to: path.appendingPathComponent(migration.name + ".sql"), atomically: false, encoding: .utf8)
    }
    return try MigrationFolder(path: path.path)
  }

  private func call(
    _ statement: PostgresStatement, _ tenant: TestTenant, _ connection: PipelineConnection
  ) throws -> PostgresRows {
    try connection.transaction([TenantCalls(tenant: tenant.tenant, [statement])])[0][0]
  }

  private func refusals(
    _ statement: PostgresStatement, _ tenant: TestTenant, _ connection: PipelineConnection
  ) throws -> [String?] {
    try call(statement, tenant, connection).map { try $0.decodeIfPresent("refusal") }
  }

  private func outstanding(_ database: TestDatabase) throws -> [Int64] {
    try PipelineConnection(database.configuration()).query("select challenge_id from assay.assertion_challenges")
      .map { row in try row.decode(0) }
  }
}
