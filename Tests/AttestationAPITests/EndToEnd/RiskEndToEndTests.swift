import AttestationService
import Foundation
import Postgres
import PostgresTestSupport
import Testing

@Suite("The risk of an app over HTTP", .serialized)
struct RiskEndToEndTests {
  /// Two registered keys, of which one has a metric of 3, and a caller with the scope `risk`.
  private func with(_ body: (Stage, TestCaller) async throws -> Void) async throws {
    try await Stage.with { stage in
      try await stage.registerApp()
      for account in ["alice", "bob"] { _ = try await stage.phone(account: account).register() }
      let pool = try stage.database.pool(nil, limit: 1)
      defer { pool.close() }
      _ = try await pool.withConnection { connection in
        try await connection.query(
          """
          insert into assay.receipt_refresh (tenant_id, key_pk, app_pk, account_pk, attested_at)
          select tenant_id, key_pk, app_pk, account_pk, registered_at from assay.keys
          """)
        try await connection.query(
          """
          update assay.receipts set risk_metric = 3, created_at = now()
          where key_pk = (select min(key_pk) from assay.keys)
          """)
      }
      let owner = try stage.database.pool(.owner, limit: 1)
      defer { owner.close() }
      let secret = try await TenantAdministration(pool: owner).addSecret(
        stage.tenant.tenant, name: "analyst", scopes: [.risk])
      try await body(stage, stage.tenant.with(secret: secret.text))
    }
  }

  @Test("a report counts what is missing apart from what is fresh, and tells missing as null")
  func reports() async throws {
    try await with { _, analyst async throws in
      let summary = try await analyst.call("GET", TestPhone.path + "/risk/summary").text
      #expect(summary.contains(#""fresh":1"#) && summary.contains(#""missing":1"#) && summary.contains(#""stale":0"#))
      let histogram = try await analyst.call("GET", TestPhone.path + "/risk/histogram").text
      #expect(histogram.contains(#""metric":null"#) && histogram.contains(#""metric":3"#))
      let top = try await analyst.call("GET", TestPhone.path + "/risk/top?minimum_metric=3&limit=5").text
      #expect(top.components(separatedBy: #""key_id""#).count == 2)
      #expect(try await analyst.call("GET", TestPhone.path + "/risk/top?minimum_metric=4").text.contains(#""rows":[]"#))
    }
  }

  @Test("every report answers, and as CSV where that is asked for")
  func csv() async throws {
    try await with { _, analyst async throws in
      for report in RiskReport.allCases {
        let path = TestPhone.path + "/risk/\(report.rawValue)"
        #expect(try await analyst.call("GET", path).status == 200, "\(report)")
        let lines = try await analyst.call("GET", path, headers: [("Accept", "text/csv")]).text
        #expect(lines.contains("\r\n") && !lines.contains("{"), "\(report)")
      }
    }
  }

  @Test("the scope risk is needed to read and manage to set a threshold, and another tenant sees nothing")
  func scopes() async throws {
    try await with { stage, analyst async throws in
      let path = TestPhone.path + "/risk/summary"
      #expect(try await stage.tenant.call("GET", path).status == 403)
      #expect(try await stage.other.call("GET", path).status == 403)
      let marks = #"{"raise_at":3,"clear_at":1}"#
      #expect(try await analyst.call("PUT", TestPhone.path + "/risk-threshold", marks).status == 403)
      #expect(try await stage.other.call("PUT", TestPhone.path + "/risk-threshold", marks).status == 404)
      #expect(try await stage.tenant.call("PUT", TestPhone.path + "/risk-threshold", marks).status == 200)
      #expect(try await stage.count("select count(*) from assay.risk_thresholds where raise_at = 3") == 1)
      #expect(try await stage.tenant.call("DELETE", TestPhone.path + "/risk-threshold").status == 204)
      #expect(try await stage.count("select count(*) from assay.risk_thresholds") == 0)
    }
  }

  @Test("a report that there is not, an instant that is none and marks the wrong way round are refused")
  func mistakes() async throws {
    try await with { stage, analyst async throws in
      #expect(try await analyst.call("GET", TestPhone.path + "/risk/nonsense").status == 422)
      #expect(try await analyst.call("GET", TestPhone.path + "/risk/top?since=yesterday").status == 422)
      #expect(try await analyst.call("GET", TestPhone.path + "/risk/top?limit=0").status == 422)
      let marks = #"{"raise_at":3,"clear_at":3}"#
      let answer = try await stage.tenant.call("PUT", TestPhone.path + "/risk-threshold", marks)
      #expect(answer.verdict == "422 contradictory_fields fix_request")
    }
  }
}
