import Foundation
import Postgres
import PostgresTestSupport
import Testing

@Suite("Registration in the database")
struct RegistrationTests {
  @Test("a public key belongs to one account: another account, and another submission, are refused with their codes")
  func oneAccount() async throws {
    try await withTenant { tenant, api in
      let first = try await tenant.attest(1, through: api)
      #expect(try first.decodeIfPresent("refusal", as: String.self) == nil)
      let other: String = try await tenant.attest(1, account: "other", through: api).decode("refusal")
      #expect(other == "key_of_another_account")
      let again: String = try await tenant.attest(1, through: api).decode("refusal")
      #expect(again == "key_already_registered")
    }
  }

  @Test("eight submissions of one key race: exactly one registers it")
  func race() async throws {
    try await withTenant { tenant, api in
      let verdicts = try await withThrowingTaskGroup(of: String?.self, returning: [String?].self) { group in
        for number in 0..<8 {
          group.addTask {
            try await tenant.attest(1, account: "account \(number % 2)", through: api).decodeIfPresent("refusal")
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(verdicts.count { $0 == nil } == 1)
      #expect(verdicts.allSatisfy { [nil, "key_of_another_account", "key_already_registered"].contains($0) })
    }
  }

  @Test("a challenge is claimed by one submission, again by the same, and by no other")
  func claim() async throws {
    try await withTenant { tenant, api in
      let expiry = Date(timeIntervalSince1970: (Date().timeIntervalSince1970 + 600).rounded())
      let secret = [UInt8](repeating: 3, count: 32)
      let issue = PostgresStatement(
        "select * from assay.issue_challenges($1, $2, $3, $4, $5, $6, $7)",
        [
          .int8(tenant.tenant), .int8Array([tenant.app]), .int2Array([1]), .textArray(["a"]), .textArray([""]),
          .timestampArray([expiry]), .bytesArray([secret]),
        ])
      let challenge: Int64 = try await api.transaction(tenant: tenant.tenant, [issue])[0].single().decode(0)
      func claim(_ account: String, _ submission: UInt8) async throws -> String {
        let claim = PostgresStatement(
          "select * from assay.claim_attestation_challenge($1, $2, $3, $4, $5, $6, $7)",
          [
            .int8(tenant.tenant), .int8(tenant.app), .int8(challenge), .timestamp(expiry), .bytes(secret),
            .text(account), .bytes([UInt8](repeating: submission, count: 32)),
          ])
        return try await api.transaction(tenant: tenant.tenant, [claim])[0].single().decode("verdict")
      }
      #expect(try await claim("b", 1) == "challenge_unknown")
      #expect(try await claim("a", 1) == "claimed")
      #expect(try await claim("a", 1) == "claimed")
      #expect(try await claim("a", 2) == "challenge_already_claimed")
      let refuse = PostgresStatement(
        "select assay.record_attestation_refusal($1, $2, $3, 'nonce_mismatch', false, null, null)",
        [.int8(tenant.tenant), .int8(challenge), .bytes([UInt8](repeating: 1, count: 32))])
      _ = try await api.transaction(tenant: tenant.tenant, [refuse, refuse])
      #expect(try await claim("a", 1) == "repeated")
    }
  }

  @Test("partitions are made ahead by any program and dropped by the worker only, never those in use")
  func partitions() async throws {
    try await TestDatabase.with { database in
      let (api, worker) = try (database.pool(.api, limit: 1), database.pool(.worker, limit: 1))
      defer {
        api.close()
        worker.close()
      }
      let ahead = "select assay.make_partitions(now() + interval '20 days')"
      let made = try await api.withConnection { try await $0.query(ahead) }
      #expect(try made.single().decode(0) > 0)
      let again = try await worker.withConnection { try await $0.query(ahead) }
      #expect(try again.single().decode(0) == 0)
      // Neither makes partitions of another century, which every statement would have to look at for ever.
      for instant in ["now() + interval '32 days'", "now() - interval '32 days'", "'infinity'", "null"] {
        for pool in [api, worker] {
          let error = await #expect(throws: PostgresError.self) {
            try await pool.withConnection { try await $0.query("select assay.make_partitions(\(instant))") }
          }
          #expect(error?.sqlState == "AS400", "\(instant)")
        }
      }
      let drop = "select assay.drop_partitions($1, now() - $2::text::interval)"
      for table in ["challenges", "assertion_challenges"] {
        let dropped = try await worker.withConnection { try await $0.query(drop, [.text(table), .text("1 hour")]) }
        #expect(try dropped.single().decode(0) >= 0)
      }
      for (pool, table, age, state) in [
        (worker, "events", "-1 day", "AS400"), (worker, "assertion_challenges", "30 minutes", "AS400"),
        (worker, "keys", "1 day", "AS400"), (api, "events", "1 day", "42501"),
      ] {
        let error = await #expect(throws: PostgresError.self) {
          try await pool.withConnection { try await $0.query(drop, [.text(table), .text(age)]) }
        }
        #expect(error?.sqlState == state)
      }
    }
  }

  @Test("a day that has challenge partitions of six hours is filled up with such")
  func partitionsOfSixHours() async throws {
    try await TestDatabase.with { database in
      let owner = try PipelineConnection(database.configuration(.owner))
      let day = "(date_trunc('day', now() at time zone 'UTC') + interval '20 days')"
      let name: String = try owner.query("select to_char(\(day), '\"challenges_\"YYYYMMDD')").single().decode(0)
      try owner.script(
        """
        do $$ begin execute format('create table assay.%I partition of assay.challenges for values from (%L) to (%L)',
          '\(name)06', \(day) at time zone 'UTC' + interval '6 hours', \(day) at time zone 'UTC' + interval '12 hours');
        end $$
        """)
      _ = try owner.query("select assay.make_partitions(now() + interval '20 days')")
      let made: [String] = try owner.query(
        "select relname::text from pg_class where relkind = 'r' and relname like $1 order by relname",
        [.text(name + "%")]
      ).map { row in try row.decode(0) }
      #expect(made == ["00", "06", "12", "18"].map { name + $0 })
    }
  }

  private func withTenant(_ body: (TestTenant, PostgresPool) async throws -> Void) async throws {
    try await TestDatabase.with { database in
      let tenant = try await TestTenant.make(in: database, keys: 0)
      let api = try database.pool(.api, limit: 8)
      defer { api.close() }
      try await body(tenant, api)
    }
  }
}
