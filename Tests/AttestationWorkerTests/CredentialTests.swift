import AppleLab
import AttestationService
import Cryptography
import Foundation
import Lifecycle
import Testing
import WorkerTestSupport

/// A clear error, nothing lost, nothing sent.
@Suite(.serialized) struct CredentialTests {
  @Test("a file that is no PKCS#8, a key of another curve and wrong names are refused before anything is stored")
  func uploads() throws {
    let good = try P256PrivateKey().pkcs8PEM()
    let other = try P384PrivateKey().pkcs8PEM()
    let upload = { (team: String, id: String, pem: String) -> TeamKeyError? in
      do throws(TeamKeyError) {
        _ = try TeamKey(team: team, keyID: id, pem: pem)
        return nil
      } catch { return error }
    }
    #expect(upload("ABCDE12345", "KEYKEYKEY1", good) == nil)
    #expect(upload("ABCDE12345", "KEYKEYKEY1", other) == .wrongCurve)
    #expect(
      upload("ABCDE12345", "KEYKEYKEY1", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n") == .notPKCS8)
    #expect(upload("ABCDE12345", "KEYKEYKEY1", "nonsense") == .notPKCS8)
    #expect(upload("abc", "KEYKEYKEY1", good) == .badTeam)
    #expect(upload("ABCDE12345", "1", good) == .badKeyID)
  }

  @Test("an ES256 token has 64 bytes of signature that the key's public half verifies")
  func token() throws {
    let key = try TeamKey(team: "ABCDE12345", keyID: "KEYKEYKEY1", pem: P256PrivateKey().pkcs8PEM())
    let parts = try ProviderToken.make(key, at: Date(timeIntervalSince1970: 1_800_000_000)).split(separator: ".")
    #expect(parts.count == 3)
    #expect(
      Base64.decode(String(parts[0])).map { String(decoding: $0, as: UTF8.self) }
        == #"{"alg":"ES256","kid":"KEYKEYKEY1"}"#)
    #expect(
      Base64.decode(String(parts[1])).map { String(decoding: $0, as: UTF8.self) }
        == #"{"iss":"ABCDE12345","iat":1799999995}"#)
    let raw = try #require(Base64.decode(String(parts[2])))
    #expect(raw.count == 64)
    let der = DEREncoder.sequence([
      DEREncoder.unsignedInteger(Array(raw.prefix(32))), DEREncoder.unsignedInteger(Array(raw.suffix(32))),
    ])
    #expect(try P256PublicKey(x963: key.key.x963).isValidSignature(der, for: [UInt8]("\(parts[0]).\(parts[1])".utf8)))
  }

  @Test("a master key that does not open the store sends nothing and loses nothing; the right one goes on")
  func masterKey() async throws {
    try await WorkerStage.with { stage in
      let key = try #require(try await stage.addKeys(1).first)
      let other = Base64.encode(SecureRandom.bytes(32))
      try await RunningWorker.with(stage.environment(name: "wrong", ["ASSAY_MASTER_KEY": other])) {
        try await stage.until("the receipt is put off") {
          try await stage.standing(of: key.key).runAt > Date(timeIntervalSinceNow: 200)
        }
      }
      let after = try await stage.standing(of: key.key)
      #expect(stage.apple.requestCount == 0)
      #expect(
        after.receipt == key.attestation.receipt && after.attempts == 0 && after.asked == 0 && after.jobState == 0)
      #expect(throws: MasterKey.Unusable.self) { try MasterKey(Secret("short")) }
    }
  }

  @Test("sealed keys are opened under a new master key after rotation, and no longer under the old one")
  func rotation() async throws {
    try await WorkerStage.with { stage in
      let store = TeamKeyStore(pool: stage.pool)
      let old = try MasterKey(Secret(stage.masterKey))
      let new = try MasterKey(Secret(Base64.encode(SecureRandom.bytes(32))))
      #expect(try await store.rotate(tenant: stage.tenant, from: old, to: new.sealingKey) == 1)
      #expect(try await store.rotate(tenant: stage.tenant, from: old, to: new.sealingKey) == 0)
      #expect(
        try await store.open(tenant: stage.tenant, team: WorkerStage.team, with: new).key.x963 == stage.teamKey.x963)
      await #expect(throws: TeamKeyError.otherMasterKey) {
        try await store.open(tenant: stage.tenant, team: WorkerStage.team, with: old)
      }
      #expect(try await store.list(tenant: stage.tenant).map(\.masterKey) == [new.sealingKey.fingerprint])
    }
  }

  @Test("a host whose certificate is not trusted gets neither token nor receipt")
  func untrustedHost() async throws {
    try await WorkerStage.with { stage in
      let key = try #require(try await stage.addKeys(1).first)
      let foreign = stage.folder.appendingPathComponent("foreign.pem")
      try LabTransport().rootPEM.write(to: foreign, atomically: true, encoding: .utf8)
      try await RunningWorker.with(stage.environment(name: "strict", ["ASSAY_APPLE_CA_FILE": foreign.path])) {
        try await stage.until("the failure is noted") { try await stage.standing(of: key.key).asked > 0 }
      }
      let after = try await stage.standing(of: key.key)
      #expect(stage.apple.requestCount == 0)
      #expect(after.answer == "unreachable" && after.attempts == 1 && after.jobState == 0)
      #expect(after.receipt == key.attestation.receipt)
    }
  }

  @Test("a credential that Apple refuses stops after a few questions, costs no attempts, and the tenant is told once")
  func refusedCredential() async throws {
    try await WorkerStage.with { stage in
      let keys = try await stage.addKeys(30)
      stage.apple.distrust(team: WorkerStage.team, keyID: WorkerStage.keyID)
      try await RunningWorker.with(stage.environment(name: "refused", ["ASSAY_APPLE_TEAM_RATE": "10"])) {
        try await stage.until("every receipt is put off") {
          try await stage.number("select count(*) from assay.jobs where run_at < now() + interval '60 seconds'") == 0
        }
      }
      // Three open the breaker; the first is repeated with a renewed token, and those under way at that moment are lost.
      #expect(stage.apple.requestCount <= 8)
      for key in keys {
        let after = try await stage.standing(of: key.key)
        #expect(after.attempts == 0 && after.state == 0 && after.events.isEmpty)
      }
      #expect(try await stage.number("select count(*) from assay.events where type = 63") == 1)
      #expect(try await stage.number("select count(*) from assay.team_keys where refused_since is not null") == 1)
    }
  }

  @Test("one token serves all questions of a credential, over one connection")
  func oneToken() async throws {
    try await WorkerStage.with { stage in
      _ = try await stage.addKeys(40)
      try await RunningWorker.with(
        stage.environment(name: "one", ["ASSAY_APPLE_TEAM_RATE": "1000", "ASSAY_APPLE_RATE": "1000"])
      ) {
        try await stage.until("all are stored") {
          try await stage.number("select count(*) from assay.receipts where risk_metric is not null") == 40
        }
      }
      #expect(Set(stage.apple.history.map(\.authorization)).count == 1)
      #expect(Set(stage.apple.history.map(\.connection)).count == 1)
      #expect(stage.apple.history.allSatisfy { $0.contentType == "application/octet-stream" })
    }
  }

  @Test("a token that Apple refuses once is renewed, and the question is put again without costing an attempt")
  func renewedToken() async throws {
    try await WorkerStage.with { stage in
      let key = try #require(try await stage.addKeys(1).first)
      stage.apple.add(FaultRule(.status(401, body: "", retryAfter: nil), times: 1))
      try await RunningWorker.with(stage.environment(name: "renewed")) {
        try await stage.until("it is stored") { try await stage.standing(of: key.key).metric == 1 }
      }
      #expect(stage.apple.history.map(\.status) == [401, 200])
      #expect(Set(stage.apple.history.map(\.authorization)).count == 2)
      let after = try await stage.standing(of: key.key)
      #expect(after.attempts == 0 && after.asked == 1)
      #expect(try await stage.number("select count(*) from assay.events where type = 63") == 0)
    }
  }
}
