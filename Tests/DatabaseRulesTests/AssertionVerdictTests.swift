import Foundation
import Postgres
import PostgresTestSupport
import Testing

@Suite("Verdicts of a batch")
struct AssertionVerdictTests {
  @Test("each row gets its own verdict, in input order, and spends its challenge")
  func verdicts() async throws {
    try await TestDatabase.with { database in
      let tenant = try await TestTenant.make(in: database, keys: 4)
      let api = try database.pool(.api, limit: 1)
      defer { api.close() }
      let assertions = TestAssertions(tenant)
      let challenges = try await issue(6, assertions, api)
      try await revoke(2, tenant, api)
      let rows: [TestAssertions.Row] = [
        .init(key: tenant.keys[3], challenge: challenges[5], counter: 1),
        .init(key: tenant.keys[0], challenge: challenges[0], counter: 7, extensions: true),
        .init(key: tenant.keys[1], challenge: challenges[1], counter: 7, refusal: "signature_invalid"),
        .init(key: tenant.keys[2], challenge: challenges[2], counter: 7),
        .init(key: 0, challenge: challenges[3], counter: 7, refusal: "key_unknown"),
      ]
      #expect(try await record(rows, assertions, api) == [nil, nil, "signature_invalid", "key_revoked", "key_unknown"])
      let again = rows.map { TestAssertions.Row(key: $0.key, challenge: $0.challenge, counter: 9, extensions: true) }
      #expect(try await Set(record(again, assertions, api)) == ["challenge_already_claimed"])
      let fresh = try await issue(3, assertions, api)
      let late: [TestAssertions.Row] = [
        .init(key: tenant.keys[0], challenge: fresh[0], counter: 8),
        .init(key: tenant.keys[3], challenge: fresh[1], counter: 1),
        .init(key: tenant.keys[1], challenge: challenges[0], counter: 9),
      ]
      let expected = ["extensions_no_longer_shown", "counter_not_greater", "challenge_already_claimed"]
      #expect(try await record(late, assertions, api) == expected)
    }
  }

  @Test("the counter is unsigned 32 bits: above that nothing is accepted, and it reaches the end")
  func counterRange() async throws {
    try await TestDatabase.with { database in
      let tenant = try await TestTenant.make(in: database, keys: 1)
      let api = try database.pool(.api, limit: 1)
      defer { api.close() }
      let assertions = TestAssertions(tenant)
      for (counter, refusal) in [
        (0, "counter_not_greater"), (2_147_483_648, nil), (4_294_967_295, nil), (4_294_967_296, "counter_not_greater"),
      ] as [(Int64, String?)] {
        let challenge = try await issue(1, assertions, api)[0]
        let row = TestAssertions.Row(key: tenant.keys[0], challenge: challenge, counter: counter)
        #expect(try await record([row], assertions, api) == [refusal])
      }
    }
  }

  @Test("a challenge counts only with its own account, operation, app, secret and expiry, and in time")
  func scope() async throws {
    try await TestDatabase.with { database in
      let tenant = try await TestTenant.make(in: database, keys: 1)
      let api = try database.pool(.api, limit: 1)
      defer { api.close() }
      let assertions = TestAssertions(tenant)
      let challenge = try await issue(1, assertions, api)[0]
      let row = TestAssertions.Row(key: tenant.keys[0], challenge: challenge, counter: 1)
      for (index, foreign) in [
        (5, PostgresValue.int8Array([tenant.app + 1])), (6, .textArray(["other"])), (7, .textArray(["other"])),
        (4, .bytesArray([[UInt8](repeating: 1, count: 32)])),
        (3, .timestampArray([assertions.expiry.addingTimeInterval(1)])),
      ] {
        var binds = assertions.record([row]).binds
        binds[index] = foreign
        let changed = PostgresStatement(assertions.record([row]).sql, binds)
        let verdict: String = try await api.transaction(tenant: tenant.tenant, [changed])[0].single().decode(0)
        #expect(verdict == "challenge_unknown")
      }
      #expect(try await record([row], assertions, api) == [nil])
      let expired = TestAssertions(tenant, expiry: Date(timeIntervalSinceNow: -2))
      let old = try await issue(1, expired, api)[0]
      let late = TestAssertions.Row(key: tenant.keys[0], challenge: old, counter: 2)
      #expect(try await record([late], expired, api) == ["challenge_expired"])
    }
  }

  @Test("a key or a challenge twice in a batch is refused as a whole, and arrays of different lengths too")
  func duplicates() async throws {
    try await TestDatabase.with { database in
      let tenant = try await TestTenant.make(in: database, keys: 2)
      let api = try database.pool(.api, limit: 1)
      defer { api.close() }
      let assertions = TestAssertions(tenant)
      let challenges = try await issue(2, assertions, api)
      let twice = [
        [(tenant.keys[0], challenges[0]), (tenant.keys[0], challenges[1])],
        [(tenant.keys[0], challenges[0]), (tenant.keys[1], challenges[0])],
      ]
      for pairs in twice {
        let rows = pairs.enumerated().map { TestAssertions.Row(key: $1.0, challenge: $1.1, counter: Int64($0 + 1)) }
        let error = await #expect(throws: PostgresError.self) { try await record(rows, assertions, api) }
        #expect(error?.sqlState == "AS400")
      }
      let fine = zip(tenant.keys, challenges).map { TestAssertions.Row(key: $0, challenge: $1, counter: 1) }
      #expect(try await record(fine, assertions, api) == [nil, nil])
    }
  }

  @Test("two batches of one transaction are two batches: the second finds the challenge claimed")
  func twiceInATransaction() async throws {
    try await TestDatabase.with { database in
      let tenant = try await TestTenant.make(in: database, keys: 1)
      let api = try database.pool(.api, limit: 1)
      defer { api.close() }
      let assertions = TestAssertions(tenant)
      let challenge = try await issue(1, assertions, api)[0]
      let rows = [1, 2].map { TestAssertions.Row(key: tenant.keys[0], challenge: challenge, counter: $0) }
      let answers = try await api.transaction(tenant: tenant.tenant, rows.map { assertions.record([$0]) })
      let refusals: [String?] = try answers.map { try $0.single().decodeIfPresent("refusal") }
      #expect(refusals == [nil, "challenge_already_claimed"])
    }
  }

  @Test("a batch reads the challenges it names and no others, also when it was planned while there were hardly any")
  func lookups() async throws {
    try await TestDatabase.with { database in
      let tenant = try await TestTenant.make(in: database, keys: 2)
      let api = try database.pool(.api, limit: 1)
      defer { api.close() }
      let assertions = TestAssertions(tenant)
      // Counts of this session, what earlier transactions have not yet handed in included: only the difference says.
      let read = PostgresStatement(
        """
        select coalesce(sum(idx_tup_fetch + seq_tup_read), 0)::bigint from pg_stat_xact_user_tables
        where schemaname = 'assay' and relname like 'assertion_challenges%'
        """)
      for (count, counter) in [(2, 1), (2_000, 2)] as [(Int, Int64)] {
        let challenges = try await issue(count, assertions, api)
        let rows = zip(tenant.keys, challenges).map { TestAssertions.Row(key: $0, challenge: $1, counter: counter) }
        let answers = try await api.transaction(tenant: tenant.tenant, [read, assertions.record(rows), read])
        #expect(try answers[1].allSatisfy { try $0.decodeIfPresent("refusal", as: String.self) == nil })
        let before = try answers[0].single().decode(0, as: Int64.self)
        #expect(try answers[2].single().decode(0) == before + Int64(rows.count))
      }
    }
  }

  private func issue(_ count: Int, _ assertions: TestAssertions, _ pool: PostgresPool) async throws -> [Int64] {
    try await pool.transaction(tenant: assertions.tenant, [assertions.issue(count)])[0].column(0)
  }

  @discardableResult
  private func record(
    _ rows: [TestAssertions.Row], _ assertions: TestAssertions, _ pool: PostgresPool
  ) async throws -> [String?] {
    try await pool.transaction(tenant: assertions.tenant, [assertions.record(rows)])[0].map { row in
      try row.decodeIfPresent("refusal")
    }
  }

  private func revoke(_ number: Int, _ tenant: TestTenant, _ pool: PostgresPool) async throws {
    let revoke = PostgresStatement(
      "select assay.revoke_key($1, $2, sha256($3), 'lost', null)",
      [.int8(tenant.tenant), .int8(tenant.app), .bytes(TestTenant.publicKey(number))])
    _ = try await pool.transaction(tenant: tenant.tenant, [revoke])
  }
}
