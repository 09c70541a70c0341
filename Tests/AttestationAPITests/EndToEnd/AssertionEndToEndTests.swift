import AppleLab
import Cryptography
import Foundation
import Testing

@Suite("Signed requests, through the API and PostgreSQL")
struct AssertionEndToEndTests {
  @Test("accounts whose names only look the same are two accounts")
  func equivalentNames() async throws {
    try await Stage.with { stage in
      try await stage.registerApp()
      let (composed, decomposed) = (stage.phone(account: "ren\u{E9}"), stage.phone(account: "rene\u{301}"))
      var key = try await composed.register()
      let foreign = try decomposed.assertion(&key, challenge: try await decomposed.challenge())
      #expect(try await decomposed.assert(foreign).verdict == "403 key_of_another_account new_key")
      let path = TestPhone.path + "/keys/" + Base64.encodeURL(key.keyID)
      #expect(
        try await stage.tenant.call("GET", path + "?account_id=rene%CC%81").verdict
          == "403 key_of_another_account new_key")
      #expect(try await stage.tenant.call("GET", path + "?account_id=ren%C3%A9").verdict == "200")
      let own = try composed.assertion(&key, challenge: try await composed.challenge())
      #expect(try await composed.assert(own).verdict == "200")
    }
  }

  @Test("each refusal has its status, its code and what to do next; its challenge is spent and its event recorded")
  func refusals() async throws {
    try await Stage.with { stage in
      try await stage.registerApp()
      let phone = stage.phone()
      var key = try await phone.register()
      var stranger = try phone.device.generateKey()
      let used = try phone.assertion(&key, challenge: try await phone.challenge())
      #expect(try await phone.assert(used).verdict == "200")
      #expect(try await phone.assert(used).verdict == "409 challenge_already_claimed fresh_challenge")

      var old = key
      old.counter = 0
      let cases: [(String, String)] = [
        ("409 counter_not_greater fresh_challenge", try phone.assertion(&old, challenge: try await phone.challenge())),
        (
          "403 challenge_mismatch fresh_challenge",
          try phone.assertion(
            &key, challenge: try await phone.challenge(),
            clientData: #"{"challenge":"\#(try await phone.challenge())"}"#)
        ),
        (
          "403 challenge_missing fresh_challenge",
          try phone.assertion(&key, challenge: try await phone.challenge(), clientData: #"{"amount":1}"#)
        ),
        ("404 key_unknown new_key", try phone.assertion(&stranger, challenge: try await phone.challenge())),
        (
          "403 challenge_unknown fresh_challenge",
          try phone.assertion(&key, challenge: try await phone.challenge(operation: "read"))
        ),
        (
          "403 challenge_unknown fresh_challenge",
          try phone.assertion(&key, challenge: try await phone.challenge("attestation"))
        ),
        (
          "403 signature_invalid fresh_challenge",
          try phone.assertion(&key, challenge: try await phone.challenge())
            .replacing(#/"client_data":"[^"]*"/#, with: #""client_data":"e30=""#)
        ),
        (
          "403 key_of_another_account new_key",
          try phone.assertion(&key, challenge: try await phone.challenge(account: "bob"), account: "bob")
        ),
      ]
      for (expected, body) in cases { #expect(try await phone.assert(body).verdict == expected) }
      let events = try await stage.events("assertion_refused", count: cases.count - 2)
      for code in ["counter_not_greater", "challenge_mismatch", "key_unknown", "signature_invalid"] {
        #expect(events.contains(#""refusal":"\#(code)""#), "no event of \(code)")
      }
      #expect(try await phone.assert(cases[6].1).verdict == "409 challenge_already_claimed fresh_challenge")
    }
  }

  @Test("a request bound by method, path and body is accepted, and any other one is not")
  func binding() async throws {
    try await Stage.with { stage in
      try await stage.registerApp()
      let phone = stage.phone()
      var key = try await phone.register()
      let hash = Base64.encode(SHA256.hash("body"))
      for (path, expected) in [("/pay?x=1", "200"), ("/pay?x=2", "403 signature_invalid fresh_challenge")] {
        let challenge = try await phone.challenge()
        let signed = #"{"bodyHash":"\#(hash)","challenge":"\#(challenge)","method":"POST","path":"/pay?x=1"}"#
        let request = #""request":{"method":"POST","path_and_query":"\#(path)","body_sha256":"\#(hash)"}"#
        let body = try phone.assertion(&key, challenge: challenge, clientData: signed)
          .replacing(#/"client_data":"[^"]*"/#, with: request)
        #expect(try await phone.assert(body).verdict == expected)
      }
    }
  }

  @Test("of many racers for one challenge, and for one counter, exactly one is accepted")
  func races() async throws {
    try await Stage.with { stage in
      try await stage.registerApp()
      let phone = stage.phone()
      var key = try await phone.register()
      for round in 0..<20 {
        let challenge = try await phone.challenge()
        var bodies: [String] = []
        if round.isMultiple(of: 2) {
          for _ in 0..<16 { bodies.append(try phone.assertion(&key, challenge: challenge)) }
        } else {
          for _ in 0..<16 {
            var copy = key
            bodies.append(try phone.assertion(&copy, challenge: try await phone.challenge()))
          }
          key.counter += 1
        }
        let accepted = try await withThrowingTaskGroup(of: Int.self) { group in
          for body in bodies { group.addTask { try await phone.assert(body).status } }
          return try await group.reduce(into: 0) { $0 += $1 == 200 ? 1 : 0 }
        }
        #expect(accepted == 1)
      }
    }
  }

  @Test("a revoked key stops at once, and says so")
  func revocation() async throws {
    try await Stage.with { stage in
      try await stage.registerApp()
      let phone = stage.phone()
      var key = try await phone.register()
      #expect(
        try await phone.assert(try phone.assertion(&key, challenge: try await phone.challenge())).verdict == "200")
      let path = TestPhone.path + "/keys/" + Base64.encodeURL(key.keyID)
      let revoked = try await stage.tenant.call("DELETE", path, #"{"reason":"stolen"}"#)
      #expect(revoked["state"] == "revoked")
      #expect(revoked["revocation_reason"] == "stolen")
      #expect(
        try await phone.assert(try phone.assertion(&key, challenge: try await phone.challenge())).verdict
          == "403 key_revoked new_key")
    }
  }

  @Test("every accepted answer has its event, also when the database dies in the middle of the load")
  func databaseDies() async throws {
    try await Stage.with { stage in
      try await stage.registerApp()
      let phone = stage.phone()
      let accepted = try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 0..<8 {
          group.addTask {
            let phone = stage.phone(account: "account-\(number)")
            var key = try await phone.register()
            var accepted = 0
            for round in 0..<30 {
              if number == 0, round == 10 { try await stage.killConnections() }
              guard let challenge = try? await phone.challenge() else { continue }
              let answer = try await phone.assert(try phone.assertion(&key, challenge: challenge))
              if answer.status == 200 { accepted += 1 } else { #expect(answer["next"] == "wait", "\(answer.text)") }
            }
            return accepted
          }
        }
        return try await group.reduce(0, +)
      }
      try await stage.becomeReady()
      var key = try await phone.register()
      #expect(
        try await phone.assert(try phone.assertion(&key, challenge: try await phone.challenge())).verdict == "200")
      let events = try await stage.count(
        "SELECT count(*) FROM assay.events WHERE type = 40 AND refusal IS NULL")
      #expect(events >= Int64(accepted + 1))
      #expect(try await stage.projectionDifferences() == [])
      #expect(accepted > 0)
    }
  }
}
