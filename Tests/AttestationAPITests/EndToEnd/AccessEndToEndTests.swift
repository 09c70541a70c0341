import AppleLab
import AttestationService
import Cryptography
import Foundation
import Postgres
import PostgresTestSupport
import Testing

@Suite("Who may do what, through the API and PostgreSQL")
struct AccessEndToEndTests {
  @Test("another tenant cannot read, list, guess or touch anything of the first one")
  func otherTenant() async throws {
    try await Stage.with { stage in
      try await stage.registerApp()
      let phone = stage.phone()
      var key = try await phone.register()
      let keyPath = TestPhone.path + "/keys/" + Base64.encodeURL(key.keyID)
      let challenge = try await phone.challenge()
      let calls: [(String, String, String?)] = [
        ("GET", TestPhone.path, nil), ("PATCH", TestPhone.path, "{}"), ("DELETE", TestPhone.path, nil),
        ("GET", keyPath + "?account_id=alice", nil), ("DELETE", keyPath, #"{"reason":"x"}"#),
        ("POST", TestPhone.path + "/challenges", #"{"purpose":"attestation","account_id":"a"}"#),
        ("POST", TestPhone.path + "/assertions", try phone.assertion(&key, challenge: challenge)),
      ]
      for (method, path, body) in calls {
        #expect(try await stage.other.call(method, path, body).verdict == "404 unknown_app fix_request")
      }
      #expect(try await stage.other.call("GET", "/v1/apps").text == #"{"apps":[]}"#)
      let events = try await stage.other.call("GET", "/v1/events").text
      #expect(!events.contains("key_registered"))
      #expect(!events.contains(Stage.appID))
      // The same App ID under the other tenant opens nothing of the first one's.
      _ = try await stage.other.call("POST", "/v1/apps", #"{"app_id":"\#(Stage.appID)"}"#)
      let moved = try await stage.other.call(
        "POST", TestPhone.path + "/assertions", try phone.assertion(&key, challenge: challenge))
      #expect(moved.verdict == "403 challenge_unknown fresh_challenge")
      #expect(try await phone.assert(try phone.assertion(&key, challenge: challenge)).verdict == "200")
    }
  }

  @Test("a secret works with its scopes only, and stops when it is revoked or its tenant suspended")
  func secrets() async throws {
    try await Stage.with { stage in
      try await stage.registerApp()
      let pool = try stage.database.pool(.owner, limit: 1)
      defer { pool.close() }
      let administration = TenantAdministration(pool: pool)
      let narrow = try await administration.addSecret(stage.tenant.tenant, name: "narrow", scopes: [.verify])
      let caller = stage.tenant.with(secret: narrow.text)
      #expect(try await caller.call("GET", TestPhone.path).verdict == "403 missing_scope stop")
      let ask = #"{"purpose":"attestation","account_id":"a"}"#
      #expect(try await caller.call("POST", TestPhone.path + "/challenges", ask).verdict == "201")
      let record = try #require(try await administration.secrets(stage.tenant.tenant).first { $0.name == "narrow" })
      try await administration.revokeSecret(stage.tenant.tenant, id: record.id)
      try await stage.until("401 unauthenticated stop") {
        try await caller.call("POST", TestPhone.path + "/challenges", ask).verdict
      }
      try await administration.setSuspended(true, stage.tenant.tenant)
      try await stage.until("403 tenant_suspended stop") { try await stage.tenant.call("GET", "/v1/apps").verdict }
    }
  }

  @Test(
    "what is no secret is refused",
    arguments: [
      "", "x", "ask_1_2_short", "ask_rs_rt_yTnvZeRfWNQJfKK7GDveGokPGLPX_tTAhGSpNeEH3a4", "ask__ _",
      "ask_zzzzzzzzzzzzzzzz_1_a",
    ])
  func noSecret(secret: String) async throws {
    try await Stage.with { stage in
      let answer = try await stage.tenant.with(secret: secret).call("GET", "/v1/apps")
      #expect(answer.verdict == "401 unauthenticated stop")
    }
  }

  @Test("malformed requests get the status and the code of their fault")
  func malformed() async throws {
    try await Stage.with { stage in
      try await stage.registerApp()
      let challenges = TestPhone.path + "/challenges"
      let cases: [(String, String, String?, String)] = [
        ("POST", challenges, "{", "400 malformed_json fix_request"),
        ("POST", challenges, #"{"purpose":"assertion","purpose":"assertion"}"#, "400 duplicate_field fix_request"),
        ("POST", challenges, #"{"purpose":"assertion","account_id":"a"}"#, "422 missing_field fix_request"),
        ("POST", challenges, #"{"purpose":"x","account_id":"a"}"#, "422 invalid_field fix_request"),
        ("POST", challenges, #"{"acount_id":"a"}"#, "422 unknown_field fix_request"),
        ("POST", challenges, String(repeating: " ", count: 9_000), "413 body_too_large fix_request"),
        ("GET", "/v2/apps", nil, "404 no_such_route fix_request"),
        ("PUT", "/v1/apps", nil, "405 method_not_allowed fix_request"),
        ("GET", "/v1/events?after=x", nil, "422 invalid_field fix_request"),
        ("GET", "/v1/apps/NOSUCHAPP1.x", nil, "404 unknown_app fix_request"),
        ("POST", "/v1/apps", #"{"app_id":"\#(Stage.appID)"}"#, "409 app_exists fix_request"),
        ("POST", "/v1/apps", #"{"app_id":"x"}"#, "422 invalid_field fix_request"),
        ("PATCH", TestPhone.path, #"{"policy":{"reciept":"flag"}}"#, "422 invalid_field fix_request"),
      ]
      for (method, path, body, expected) in cases {
        #expect(try await stage.tenant.call(method, path, body).verdict == expected, "\(method) \(path)")
      }
      let pointer = try await stage.tenant.call("PATCH", TestPhone.path, #"{"policy":{"reciept":"flag"}}"#)["pointer"]
      #expect(pointer == "/policy/reciept")
    }
  }

  @Test("a repeat with the same Idempotency-Key gets the first answer, and another request with it is refused")
  func idempotency() async throws {
    try await Stage.with { stage in
      try await stage.registerApp()
      let key = [("Idempotency-Key", "one")]
      let ask = #"{"purpose":"attestation","account_id":"a"}"#
      let first = try await stage.tenant.call("POST", TestPhone.path + "/challenges", ask, headers: key)
      let second = try await stage.tenant.call("POST", TestPhone.path + "/challenges", ask, headers: key)
      #expect(first.status == 201)
      #expect(first.body == second.body)
      let third = try await stage.tenant.call(
        "POST", TestPhone.path + "/challenges", ask.replacing("\"a\"", with: "\"b\""), headers: key)
      #expect(third.verdict == "409 idempotency_key_reused fix_request")
    }
  }

  @Test("the operations port tells whether the process lives, whether it can serve, and its metrics")
  func operations() async throws {
    try await Stage.with { stage in
      let probe = stage.tenant.with(secret: "")
      let caller = TestCaller(client: probe.client, base: stage.operations, tenant: probe.tenant, secret: "")
      let alive = try await caller.call("GET", "/livez")
      #expect(alive.status == 200)
      #expect(try await caller.call("GET", "/readyz").text == #"{"ready":true,"reasons":[]}"#)
      #expect(try await caller.call("GET", "/metrics").text.contains("assay_http_requests_total"))
      #expect(try await probe.call("GET", "/openapi.json").text.contains("\"openapi\":\"3.1.0\""))
    }
  }

  @Test("a key's identifier with a slash in a path is told how to stand there")
  func slashInKeyID() async throws {
    try await Stage.with { stage in
      let answer = try await stage.tenant.call("GET", TestPhone.path + "/keys/ab/cd=?account_id=a")
      #expect(answer.verdict == "404 no_such_route fix_request")
      #expect(answer["title"]?.contains("base64url") == true)
      #expect(try await stage.tenant.call("GET", "/v1/nothing")["title"] == "There is no such address.")
    }
  }
}
