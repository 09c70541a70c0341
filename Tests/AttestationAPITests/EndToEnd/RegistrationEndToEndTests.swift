import AppleLab
import Cryptography
import Foundation
import Telemetry
import Testing

@Suite("Registering a key, through the API and PostgreSQL")
struct RegistrationEndToEndTests {
  @Test("a genuine device is registered, and an identical repeat gets the same key")
  func repeats() async throws {
    try await Stage.with { stage in
      try await stage.registerApp()
      let phone = stage.phone()
      let body = try phone.attestation(
        try phone.device.generateKey(), challenge: try await phone.challenge("attestation"))
      let first = try await phone.attest(body)
      let second = try await phone.attest(body)
      #expect(first.verdict == "201")
      #expect(second.verdict == "200")
      #expect(first.body == second.body)
    }
  }

  @Test("of identical submissions at the same moment one registers the key, and the others are its repeats")
  func concurrentRepeats() async throws {
    try await Stage.with { stage in
      try await stage.registerApp()
      let phone = stage.phone()
      let body = try phone.attestation(
        try phone.device.generateKey(), challenge: try await phone.challenge("attestation"))
      let answers = try await withThrowingTaskGroup(of: TestAnswer.self) { group in
        for _ in 0..<16 { group.addTask { try await phone.attest(body) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers.filter { $0.verdict == "201" }.count == 1)
      #expect(answers.filter { $0.verdict == "200" }.count == 15)
      #expect(Set(answers.map(\.body)).count == 1)
    }
  }

  @Test("an app that is deleted while a key registers either keeps the key and stays, or goes without it")
  func deletedMeanwhile() async throws {
    try await Stage.with { stage in
      for round in 0..<24 {
        try await stage.registerApp()
        let phone = stage.phone()
        let key = try phone.device.generateKey()
        let body = try phone.attestation(key, challenge: try await phone.challenge("attestation"))
        async let attested = phone.attest(body)
        try await Task.sleep(for: .milliseconds(round % 8))
        let deleted = try await stage.tenant.call("DELETE", TestPhone.path).verdict
        let verdict = try await attested.verdict
        let active = try await stage.count(
          """
          SELECT count(*) FROM assay.keys k JOIN assay.apps a USING (tenant_id, app_pk)
          WHERE a.deleted_at IS NOT NULL AND k.revoked_at IS NULL
          """)
        #expect(active == 0, "a deleted app has an active key: \(verdict), \(deleted)")
        guard verdict == "201" else {
          #expect("\(verdict), \(deleted)" == "404 unknown_app fix_request, 204")
          continue
        }
        #expect(deleted == "409 app_has_keys fix_request")
        let path = TestPhone.path + "/keys/" + Base64.encodeURL(key.keyID)
        #expect(try await stage.tenant.call("DELETE", path, #"{"reason":"stolen"}"#).verdict == "200")
        #expect(try await stage.tenant.call("DELETE", TestPhone.path).verdict == "204")
      }
    }
  }

  @Test("a refused attestation spends its challenge, is refused the same way again, and its event is there")
  func refused() async throws {
    try await Stage.with { stage in
      try await stage.registerApp()
      let phone = stage.phone()
      let key = try phone.device.generateKey()
      let challenge = try await phone.challenge("attestation")
      let wrong = try phone.attestation(key, challenge: try await phone.challenge("attestation"))
        .replacing(#/"challenge":"[^"]*"/#, with: #""challenge":"\#(challenge)""#)
      #expect(try await phone.attest(wrong).verdict == "403 nonce_mismatch new_key")
      #expect(try await phone.attest(wrong).verdict == "403 nonce_mismatch new_key")
      let right = try phone.attestation(key, challenge: challenge)
      #expect(try await phone.attest(right).verdict == "409 challenge_already_claimed fresh_challenge")
      let events = try await stage.events("attestation_refused")
      #expect(events.contains(#""refusal":"nonce_mismatch""#))
    }
  }

  @Test("a key of one account is refused to another, and its state is not shown to it")
  func anotherAccount() async throws {
    try await Stage.with { stage in
      try await stage.registerApp()
      let (alice, bob) = (stage.phone(), stage.phone(account: "bob"))
      let key = try await alice.register()
      let again = try bob.attestation(key, challenge: try await bob.challenge("attestation"))
      #expect(try await bob.attest(again).verdict == "403 key_of_another_account new_key")
      let path = TestPhone.path + "/keys/" + Base64.encodeURL(key.keyID)
      #expect(try await alice.caller.call("GET", path + "?account_id=alice")["state"] == "active")
      #expect(
        try await alice.caller.call("GET", path + "?account_id=bob").verdict
          == "403 key_of_another_account new_key")
    }
  }

  @Test("a challenge of another account, purpose or service is refused")
  func foreignChallenges() async throws {
    try await Stage.with { stage in
      try await stage.registerApp()
      let phone = stage.phone()
      let key = try phone.device.generateKey()
      for challenge in [
        try await phone.challenge("attestation", account: "bob"), try await phone.challenge("assertion"),
        Base64.encode(SecureRandom.bytes(63)), Base64.encode(SecureRandom.bytes(32)),
      ] {
        let answer = try await phone.attest(try phone.attestation(key, challenge: challenge))
        #expect(answer.verdict == "403 challenge_unknown fresh_challenge")
      }
    }
  }

  @Test("without the lab switch a lab device is refused, and lab fields are too")
  func noLab() async throws {
    try await Stage.with(lab: false) { stage in
      try await stage.registerApp()
      let phone = stage.phone()
      let body = try phone.attestation(
        try phone.device.generateKey(), challenge: try await phone.challenge("attestation"))
      #expect(try await phone.attest(body).verdict == "403 certificate_chain_untrusted new_key")
      let policy = #"{"policy":{"lab":{"verification_instant":"2026-04-21T18:13:13Z"}}}"#
      #expect(try await stage.tenant.call("PATCH", TestPhone.path, policy).verdict == "422 lab_only fix_request")
      let planted =
        #"{"purpose":"attestation","account_id":"a","planted_challenge":"\#(Base64.encode([UInt8](repeating: 1, count: 24)))"}"#
      #expect(
        try await stage.tenant.call("POST", TestPhone.path + "/challenges", planted).verdict
          == "422 lab_only fix_request")
    }
  }

  @Test("a lab server says so in its log, and marks the key and every event of it")
  func labIsMarked() async throws {
    try await Stage.with { stage in
      try await stage.registerApp()
      var key = try await stage.phone().register()
      let phone = stage.phone()
      let answer = try await phone.assert(try phone.assertion(&key, challenge: try await phone.challenge()))
      #expect(answer.text.contains(#""lab":true"#))
      #expect(stage.log.lines.contains { $0.contains("LAB SERVER") })
      for type in ["key_registered", "assertion_accepted"] {
        let events = try await stage.events(type)
        #expect(events.contains(#""lab":true"#))
        #expect(!events.contains(#""lab":false"#))
      }
    }
  }

  @Test("an app that requires a good receipt refuses a bad one; one that flags it keeps the key")
  func receipts() async throws {
    for (policy, expected) in [(#"{"receipt":"require"}"#, 403), ("{}", 201)] {
      try await Stage.with { stage in
        try await stage.registerApp(policy: policy)
        let phone = stage.phone()
        let fault = try #require(LabFault.allCases.first { "\($0)".lowercased().contains("receipt") })
        let body = try phone.attestation(
          try phone.device.generateKey(), challenge: try await phone.challenge("attestation"), fault: fault)
        let answer = try await phone.attest(body)
        #expect(answer.status == expected, "\(fault): \(answer.text)")
        if expected == 201 { #expect(answer.text.contains(#""verdict":"refused""#)) }
      }
    }
  }
}
