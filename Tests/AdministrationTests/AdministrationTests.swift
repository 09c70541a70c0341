import Foundation
import OperatorCommands
import Postgres
import PostgresTestSupport
import Testing

@Suite("The operator's commands")
struct AdministrationTests {
  private func value(_ name: String, _ text: String) -> String? {
    let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return object?[name] as? String
  }

  @Test("a command that changes something does nothing without --yes when nobody can be asked")
  func dryRun() async throws {
    try await TestDatabase.with { database in
      let person = Operator(database)
      #expect(await person.type("tenant", "create", "Acme").status == .refused)
      #expect(await person.type("tenant", "list").text == "There are no tenants.")
      let made = await person.type("tenant", "create", "Acme", "--yes", "--json")
      #expect(made.status == .success)
      #expect(await person.type("tenant", "list").text.contains("Acme"))
      let tenant = try #require(value("tenant", made.text))
      _ = await person.type("tenant", "suspend", tenant)
      #expect(await person.type("tenant", "show", tenant).text.contains("active"))
      _ = await person.type("tenant", "suspend", tenant, "--yes")
      #expect(await person.type("tenant", "show", tenant).text.contains("suspended"))
    }
  }

  @Test("an app with active keys is not deleted, and its dry run says how many stand in the way")
  func appWithKeys() async throws {
    try await TestDatabase.with { database in
      let person = Operator(database)
      let tenant = try await TestTenant.make(in: database, keys: 2)
      let words = ["app", "delete", "1234567890.com.example", "--tenant", "tnt_\(tenant.tenant)"]
      #expect(await person.type(words).status == .refused)
      #expect(person.complaints.contains("2 active keys"))
      let pool = try database.pool(nil, limit: 1)
      defer { pool.close() }
      _ = try await pool.withConnection {
        try await $0.query("UPDATE assay.keys SET revoked_at = now(), revocation_reason = 'test'")
      }
      #expect(await person.type(words).status == .refused)
      #expect(person.complaints.contains("no active keys") && person.complaints.contains("--yes"))
      #expect(await person.type(words + ["--yes"]).status == .success)
    }
  }

  @Test("what a command is about to do is shown without what would move or colour the terminal")
  func harmfulNames() async throws {
    try await TestDatabase.with { database in
      let person = Operator(database)
      let name = "Acme\u{1B}[2K\r\u{202E}emcA"
      let made = await person.type("tenant", "create", name, "--yes", "--json")
      #expect(made.status == .success)
      let tenant = try #require(value("tenant", made.text))
      for words in [
        ["tenant", "create", name], ["tenant", "suspend", tenant], ["tenant", "resume", tenant],
        ["tenant", "secret", "add", tenant, "--name", name],
        ["app", "create", "1234567890.com.example", "--tenant", tenant],
      ] {
        _ = await person.type(words)
        let harmful = person.complaints.unicodeScalars.filter {
          $0 != "\n" && $0.properties.generalCategory == .control
        }
        #expect(harmful.isEmpty && !person.complaints.contains("\u{202E}"), "\(words)")
      }
    }
  }

  @Test("a secret is shown once and never again, and only its hash is kept")
  func secrets() async throws {
    try await TestDatabase.with { database in
      let person = Operator(database)
      let tenant = try #require(value("tenant", await person.type("tenant", "create", "Acme", "--yes", "--json").text))
      let added = await person.type("tenant", "secret", "add", tenant, "--name", "ci", "--yes", "--json").text
      let secret = try #require(value("secret", added))
      let random = try #require(secret.split(separator: "_", maxSplits: 3).last)
      #expect(await person.type("tenant", "secret", "list", tenant, "--json").text.contains("ci"))
      #expect(await !person.type("tenant", "secret", "list", tenant, "--json").text.contains(random))
      let pool = try database.pool(nil, limit: 1)
      defer { pool.close() }
      let found: Int64 = try await pool.withConnection { connection in
        try await connection.query(
          "SELECT count(*) FROM assay.tenant_secrets s WHERE s::text LIKE '%' || $1 || '%'", [.text(String(random))]
        ).single().decode(0)
      }
      #expect(found == 0)
    }
  }

  @Test("a secret with an unknown scope, and a tenant that is not there, are refused")
  func mistakes() async throws {
    try await TestDatabase.with { database in
      let person = Operator(database)
      let wrong = await person.type("tenant", "secret", "add", "tnt_x", "--name", "n", "--scopes", "all", "--yes")
      #expect(wrong.status == .usage)
      #expect(await person.type("tenant", "show", "tnt_x").status == .refused)
      #expect(await person.type("projection", "rebuild").status == .usage)
    }
  }

  @Test("state that was tampered with is found by rebuilding it from the events")
  func projections() async throws {
    try await TestDatabase.with { database in
      let person = Operator(database)
      let tenant = try await TestTenant.make(in: database, keys: 2)
      #expect(await person.type("projection", "rebuild", "--check").status == .success)
      let pool = try database.pool(nil, limit: 1)
      defer { pool.close() }
      let tampering = [
        "UPDATE assay.key_state SET counter = 9 WHERE key_pk = \(tenant.keys[0])": "counter",
        "UPDATE assay.keys SET bundle_version = '9' WHERE key_pk = \(tenant.keys[1])": "bundle_version",
        "UPDATE assay.tenants SET status = 2": "status", "DELETE FROM assay.receipts": "the row is missing",
        "UPDATE assay.apps SET policy = '{\"receipt\":\"require\"}'": "policy",
      ]
      for sql in tampering.keys { _ = try await pool.withConnection { try await $0.query(sql) } }
      let check = await person.type("projection", "rebuild", "--check", "--json")
      #expect(check.status == .refused)
      for word in tampering.values { #expect(check.text.contains(word)) }
    }
  }
}
