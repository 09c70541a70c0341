import AttestationService
import Cryptography
import Foundation
import Lifecycle
import Postgres
import PostgresTestSupport
import Testing

/// Team keys and webhooks over the API, which seals and cannot open.
@Suite(.serialized) struct SealedThingsEndToEndTests {
  private func publish(_ master: MasterKey, _ stage: Stage) async throws {
    let pool = try stage.database.pool(.worker, limit: 1)
    defer { pool.close() }
    try await SealingKeyStore(pool: pool).publish(master.sealingKey)
  }

  private func body(_ pem: String, team: String = "ABCDE12345", key: String = "KEYKEYKEY1") throws -> String {
    let object = ["team_id": team, "key_id": key, "private_key": pem]
    return String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
  }

  @Test("a team key that is uploaded is opened by the worker's master key, and the API cannot read it back")
  func upload() async throws {
    try await Stage.with { stage in
      let master = try MasterKey(Secret(Base64.encode(SecureRandom.bytes(32))))
      let key = try P256PrivateKey()
      let early = try await stage.tenant.call("POST", "/v1/team-keys", try body(try key.pkcs8PEM()))
      #expect(early.verdict == "503 sealing_key_missing wait")
      try await publish(master, stage)
      let added = try await stage.tenant.call("POST", "/v1/team-keys", try body(try key.pkcs8PEM()))
      #expect(added.status == 201 && !added.text.contains("PRIVATE"))
      let listed = try await stage.tenant.call("GET", "/v1/team-keys").text
      #expect(listed.contains("KEYKEYKEY1") && !listed.contains("PRIVATE"))
      #expect(try await !stage.other.call("GET", "/v1/team-keys").text.contains("KEYKEYKEY1"))
      let worker = try stage.database.pool(.worker, limit: 1)
      defer { worker.close() }
      let opened = try await TeamKeyStore(pool: worker).open(
        tenant: stage.tenant.tenant.tenant, team: "ABCDE12345", with: master)
      #expect(opened.key.x963 == key.x963)
      let api = try stage.database.pool(.api, limit: 1)
      defer { api.close() }
      await #expect(throws: PostgresError.self) {
        _ = try await api.transaction(
          tenant: stage.tenant.tenant.tenant, [PostgresStatement("select sealed from assay.team_keys")])
      }
      #expect(try await stage.tenant.call("DELETE", "/v1/team-keys/ABCDE12345/KEYKEYKEY1").status == 204)
      #expect(
        try await stage.tenant.call("DELETE", "/v1/team-keys/ABCDE12345/KEYKEYKEY1").verdict
          == "404 team_key_unknown fix_request")
    }
  }

  @Test("what is no .p8 file, a key of another curve and wrong names are refused, and nothing is stored")
  func wrongKeys() async throws {
    try await Stage.with { stage in
      try await publish(try MasterKey(Secret(Base64.encode(SecureRandom.bytes(32)))), stage)
      let good = try P256PrivateKey().pkcs8PEM()
      let other = try P384PrivateKey().pkcs8PEM()
      let answers = [
        try body("nonsense"), try body(other), try body(good, team: "short"), try body(good, key: "lowercase1"),
      ]
      var verdicts: [String] = []
      for answer in answers { verdicts.append(try await stage.tenant.call("POST", "/v1/team-keys", answer).verdict) }
      #expect(
        verdicts == [
          "422 team_key_not_pkcs8 fix_request", "422 team_key_wrong_curve fix_request",
          "422 team_id_malformed fix_request", "422 key_id_malformed fix_request",
        ])
      #expect(try await stage.count("select count(*) from assay.team_keys") == 0)
    }
  }

  @Test("a secret without the scope manage stores no team key and no webhook")
  func scope() async throws {
    try await Stage.with { stage in
      let pool = try stage.database.pool(.owner, limit: 1)
      defer { pool.close() }
      let secret = try await TenantAdministration(pool: pool).addSecret(
        stage.tenant.tenant, name: "reader", scopes: [.verify, .risk])
      let reader = stage.tenant.with(secret: secret.text)
      #expect(try await reader.call("POST", "/v1/team-keys", "{}").status == 403)
      #expect(try await reader.call("POST", "/v1/webhooks", "{}").status == 403)
      #expect(try await reader.call("GET", "/v1/webhooks").status == 403)
    }
  }

  @Test("a webhook is added with a secret that is shown once, tested, listed and removed, by its own tenant only")
  func webhooks() async throws {
    try await Stage.with { stage in
      try await publish(try MasterKey(Secret(Base64.encode(SecureRandom.bytes(32)))), stage)
      let added = try await stage.tenant.call(
        "POST", "/v1/webhooks", #"{"url":"https://hooks.example.com/a","types":["risk_threshold_crossed"]}"#)
      #expect(added.status == 201)
      let (id, secret) = (try #require(added["id"]), try #require(added["secret"]))
      #expect(WebhookSecret(secret) != nil)
      let listed = try await stage.tenant.call("GET", "/v1/webhooks").text
      #expect(listed.contains(id) && !listed.contains(secret))
      #expect(try await !stage.other.call("GET", "/v1/webhooks").text.contains(id))
      #expect(try await stage.other.call("DELETE", "/v1/webhooks/\(id)").status == 404)
      #expect(try await stage.tenant.call("POST", "/v1/webhooks/\(id)/test", "{}").status == 202)
      #expect(try await stage.count("select count(*) from assay.webhook_deliveries where type = 0") == 1)
      let dead = try await stage.tenant.call("GET", "/v1/webhooks/\(id)/dead-letters?limit=5")
      #expect(dead.status == 200 && dead.text.contains(#""dead_letters":[]"#))
      #expect(try await stage.tenant.call("POST", "/v1/webhooks/\(id)/replay", "{}").text.contains(#""replayed":0"#))
      #expect(try await stage.tenant.call("POST", "/v1/webhooks/\(id)/replay", #"{"ids":["x"]}"#).status >= 400)
      #expect(try await stage.tenant.call("DELETE", "/v1/webhooks/\(id)").status == 204)
      #expect(try await stage.tenant.call("GET", "/v1/webhooks").text.contains(#""webhooks":[]"#))
    }
  }

  @Test("an address that is not https, and a type that there is not, are refused")
  func wrongWebhooks() async throws {
    try await Stage.with { stage in
      try await publish(try MasterKey(Secret(Base64.encode(SecureRandom.bytes(32)))), stage)
      #expect(
        try await stage.tenant.call("POST", "/v1/webhooks", #"{"url":"http://example.com"}"#)["code"] == "url_not_https"
      )
      let wrong = try await stage.tenant.call(
        "POST", "/v1/webhooks", #"{"url":"https://example.com","types":["nonsense"]}"#)
      #expect(wrong["code"] == "invalid_field" && wrong["pointer"] == "/types/0")
      #expect(try await stage.count("select count(*) from assay.webhooks") == 0)
    }
  }
}
