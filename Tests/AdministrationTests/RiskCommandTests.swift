import Foundation
import OperatorCommands
import Postgres
import PostgresTestSupport
import Testing

/// Three keys of one account: a fresh metric of 4 that was 1 before, a stale one of 2, and one that was never told.
@Suite("The risk of an app, for analysts", .serialized)
struct RiskCommandTests {
  static let appID = "1234567890.com.example"

  struct Scene {
    let database: TestDatabase
    let made: TestTenant
    let person: Operator
    let pool: PostgresPool

    /// Types `assay risk WORDS` about the app.
    func risk(_ words: String...) async -> String {
      await person.type(["risk"] + words + [RiskCommandTests.appID, "--tenant", "tnt_\(made.tenant)"]).text
    }

    func rows(_ report: String, _ more: String...) async throws -> [[String: Any]] {
      let text = await person.type(
        ["risk", report, RiskCommandTests.appID, "--tenant", "tnt_\(made.tenant)", "--json"] + more
      ).text
      let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      let name = report == "export" ? "keys" : report
      return try #require(object?[name] as? [[String: Any]], "\(text)")
    }

    func number(_ sql: String) async throws -> Int {
      try await pool.withConnection { connection in try await connection.query(sql).single().decode(0) }
    }

    func run(_ sql: String) async throws {
      _ = try await pool.withConnection { try await $0.query(sql) }
    }
  }

  private func with(_ body: (Scene) async throws -> Void) async throws {
    try await TestDatabase.with { database in
      let made = try await TestTenant.make(in: database, keys: 3)
      let pool = try database.pool(nil, limit: 1)
      defer { pool.close() }
      let scene = Scene(database: database, made: made, person: Operator(database), pool: pool)
      let (risen, silent) = (made.keys[0], made.keys[1])
      try await scene.run(
        """
        insert into assay.receipt_refresh (tenant_id, key_pk, app_pk, account_pk, attested_at, state)
        select tenant_id, key_pk, app_pk, account_pk, registered_at, case when key_pk = \(silent) then 1 else 0 end
        from assay.keys
        """)
      try await scene.run(
        """
        update assay.receipts set risk_metric = case key_pk when \(risen) then 4 else 2 end, created_at = now()
        where key_pk in (\(risen), \(silent))
        """)
      try await scene.run(
        """
        insert into assay.risk_observations
          (tenant_id, key_pk, created_at, app_pk, account_pk, metric, previous, observed_at)
        select f.tenant_id, f.key_pk, now() - o.age, f.app_pk, f.account_pk, o.metric, o.previous, now() - o.age
        from assay.receipt_refresh f
        join (values (\(risen), interval '2 days', 1, null), (\(risen), interval '1 hour', 4, 1),
                     (\(silent), interval '40 days', 2, null)) o (key_pk, age, metric, previous) using (key_pk)
        """)
      try await scene.run(
        """
        insert into assay.admission_reports (tenant_id, report_id, at, app_pk, installation, account_id, kind)
        select a.tenant_id, n, now() - interval '1 hour', a.app_pk, decode(md5(n::text), 'hex'), 'account', 'unsupported'
        from assay.apps a, generate_series(1, 3) n
        """)
      try await body(scene)
    }
  }

  @Test("missing, stale and fresh are counted apart, and no metric is zero")
  func summary() async throws {
    try await with { scene async throws in
      let row = try #require(try await scene.rows("summary").first)
      #expect(row["fresh"] as? Int == 1 && row["stale"] as? Int == 1 && row["missing"] as? Int == 1)
      #expect(row["highest_metric"] as? Int == 4)
      let steps = try await scene.rows("histogram")
      #expect(steps.count == 3)
      #expect(steps.contains { $0["metric"] is NSNull && $0["freshness"] as? String == "missing" })
      #expect(!steps.contains { $0["metric"] as? Int == 0 })
    }
  }

  @Test("the highest metrics come first, and a key without one is not among them")
  func top() async throws {
    try await with { scene async throws in
      #expect(try await scene.rows("top").map { $0["metric"] as? Int } == [4, 2])
      #expect(try await scene.rows("top", "--minimum-metric", "3").count == 1)
    }
  }

  @Test("history and jumps obey the time range, and a first metric is no jump")
  func ranges() async throws {
    try await with { scene async throws in
      #expect(try await scene.rows("history").count == 3)
      let yesterday = Date(timeIntervalSinceNow: -86_400).formatted(.iso8601)
      #expect(try await scene.rows("history", "--since", yesterday).map { $0["metric"] as? Int } == [4])
      #expect(try await scene.rows("history", "--until", yesterday).count == 2)
      let jumps = try await scene.rows("jumps")
      #expect(jumps.map { $0["change"] as? Int } == [3] && jumps.map { $0["previous"] as? Int } == [1])
      #expect(try await scene.rows("trend").count == 3)
    }
  }

  @Test("accounts with many keys and reports of unsupported devices are told by account")
  func accounts() async throws {
    try await with { scene async throws in
      let account = try #require(try await scene.rows("accounts").first)
      #expect(account["keys"] as? Int == 3 && account["highest_metric"] as? Int == 4)
      let reports = try #require(try await scene.rows("unsupported").first)
      #expect(reports["account_id"] as? String == "account" && reports["reports"] as? Int == 3)
    }
  }

  @Test("the export has a line for each key as CSV, and a metric that is missing is an empty field")
  func export() async throws {
    try await with { scene async throws in
      let lines = await scene.risk("export", "--csv").split(whereSeparator: \.isNewline).map(String.init)
      #expect(lines.count == 4)
      let columns = try #require(lines.first).split(separator: ",").map(String.init)
      let metric = try #require(columns.firstIndex(of: "metric"))
      let values = lines.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false)[metric] }
      #expect(values.sorted() == ["", "2", "4"])
    }
  }

  @Test("the analyst's role reads the views of one tenant at a time, and writes nothing")
  func analyst() async throws {
    try await with { scene async throws in
      let analyst = try scene.database.pool(.analyst, limit: 1)
      defer { analyst.close() }
      func count(_ view: String, tenant: Int64?) async throws -> Int {
        try await analyst.transaction(
          tenant: tenant, [PostgresStatement("select count(*) from assay.\(view)", [])])[0].single().decode(0)
      }
      let counts = [
        "risk_keys": 3, "risk_history": 3, "risk_days": 3, "risk_accounts": 1,
        "admission_reports_by_account": 1,
      ]
      for (view, expected) in counts {
        #expect(try await count(view, tenant: scene.made.tenant) == expected, "\(view)")
        #expect(try await count(view, tenant: nil) == 0, "\(view) without a tenant")
        #expect(try await count(view, tenant: scene.made.tenant + 1) == 0, "\(view) of another tenant")
      }
      for sql in [
        "update assay.receipts set risk_metric = 1", "delete from assay.events", "select sealed from assay.team_keys",
        "select secret_hash from assay.tenant_secrets", "select sealed from assay.webhooks",
      ] {
        await #expect(throws: PostgresError.self, "\(sql)") {
          _ = try await analyst.transaction(tenant: scene.made.tenant, [PostgresStatement(sql, [])])
        }
      }
    }
  }

  @Test("a threshold whose lower mark is not below the upper one is refused, and one is set and removed")
  func threshold() async throws {
    try await with { scene async throws in
      let place = [Self.appID, "--tenant", "tnt_\(scene.made.tenant)"]
      let wrong = ["risk", "threshold", "--raise-at", "3", "--clear-at", "3", "--yes"] + place
      #expect(await scene.person.type(wrong).status == .usage)
      let set = ["risk", "threshold", "--raise-at", "3", "--clear-at", "1", "--yes"] + place
      #expect(await scene.person.type(set).status == .success)
      let count = "select count(*) from assay.risk_thresholds where raise_at = 3 and clear_at = 1"
      #expect(try await scene.number(count) == 1)
      #expect(await scene.person.type(["risk", "threshold", "--yes"] + place).status == .success)
      #expect(try await scene.number(count) == 0)
    }
  }

  @Test("the receipts of an account with many keys or an unsupported device go before the others")
  func priority() async throws {
    try await with { scene async throws in
      try await scene.run(
        """
        insert into assay.jobs (tenant_id, queue, subject, run_at, due_at)
        select tenant_id, 'receipts', key_pk, now() + interval '1 day', now() + interval '1 day' from assay.keys
        """)
      let worker = try scene.database.pool(.worker, limit: 1)
      defer { worker.close() }
      func raise(_ keys: [Int64], many: Int, since: Date) async throws -> Int {
        let tenant = scene.made.tenant
        return try await worker.transaction(
          tenant: tenant,
          [
            PostgresStatement(
              "select assay.raise_flagged($1, $2, $3, $4)",
              [.int8(tenant), .int8Array(keys), .int4(Int32(many)), .timestamp(since)])
          ])[0].single().decode(0)
      }
      #expect(try await raise([scene.made.keys[0]], many: 4, since: Date()) == 0)
      #expect(try await raise([scene.made.keys[0]], many: 3, since: Date()) == 3)
      try await scene.run("update assay.jobs set priority = 1")
      #expect(try await raise([], many: 3, since: Date(timeIntervalSinceNow: -7_200)) == 3)
      #expect(try await raise([], many: 3, since: Date(timeIntervalSinceNow: -7_200)) == 0)
    }
  }
}
