import AppleLab
import Cryptography
import Foundation
import OpenAPIFuzz
import StackTestSupport
import Testing

@testable import AppleLab

@Suite("The table of POST /v1/accounts, against the running program", .enabled(if: TestStack.isPossible))
struct AccountTableTests {
  @Test(
    "the attestation is valid: 201 with the account and its token",
    arguments: [
      LabShape.ios14, .ios17, .ios26, .ios27Beta, .ios27,
    ])
  func valid(_ shape: LabShape) async throws {
    let app = try await DeviceShop.shared.app(attestation: "production")
    let sent = try app.attestation(LabKey(), over: try app.challenge(), on: app.device(shape))
    let answer = try app.create(["attestation": sent])
    #expect(answer.row == "201", "\(answer.text)")
    let token = try #require(answer.object["token"] as? String)
    #expect(token.hasPrefix("mca_"))
    let account = try #require(answer.object["account"] as? [String: Any])
    let seen = try app.account(token)
    #expect(seen.status == 200)
    #expect(seen.object["id"] as? String == account["id"] as? String)
  }

  @Test("the check is on and there is no attestation: 401 attestation_required")
  func required() async throws {
    let app = try await DeviceShop.shared.app(attestation: "production")
    for body in [nil, [:], ["attestation": NSNull()]] as [[String: Any]?] {
      #expect(try app.create(body).row == "401 attestation_required")
    }
  }

  @Test("the challenge is not known, another app's, or written in another way: 401 attestation_invalid")
  func unknownChallenge() async throws {
    let app = try await DeviceShop.shared.app(attestation: "production")
    let other = try await DeviceShop.shared.app(attestation: "production")
    let own = try app.challenge()
    let challenges = [
      "", "mZ3vV5mVZc0c1d9oXoY3y6W4mJ8H2Qk0bP7r", Base64.encode(SecureRandom.bytes(63)), try other.challenge(),
      own.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_") + "=", own.lowercased(),
    ]
    for challenge in challenges {
      let sent = try app.attestation(LabKey(), over: challenge)
      #expect(try app.create(["attestation": sent]).row == "401 attestation_invalid", "\(challenge)")
    }
  }

  @Test("the challenge is used: 401 attestation_invalid, after a success and after a failure alike")
  func usedChallenge() async throws {
    let app = try await DeviceShop.shared.app(attestation: "production")
    let challenge = try app.challenge()
    #expect(try app.create(["attestation": try app.attestation(LabKey(), over: challenge)]).row == "201")
    #expect(
      try app.create(["attestation": try app.attestation(LabKey(), over: challenge)]).row == "401 attestation_invalid")

    let spent = try app.challenge()
    let bad = try app.attestation(LabKey(), over: spent, fault: .nonceWrong)
    #expect(try app.create(["attestation": bad]).row == "401 attestation_invalid")
    let good = try app.attestation(LabKey(), over: spent)
    #expect(try app.create(["attestation": good]).row == "401 attestation_invalid")
  }

  @Test("the attestation fails validation, in every way that the lab knows: 401 attestation_invalid")
  func failedValidation() async throws {
    let app = try await DeviceShop.shared.app(attestation: "production")
    // What the contract does not ask of a device that is not a Mac; MacTests asks for the two of the access control.
    let indifferent: Set<LabFault> = [
      .categoryMissing, .bundleVersionMissing, .bundleVersionWrong, .extensionDowngrade, .accessControlWrong,
      .accessControlMissing,
    ]
    let faults = LabFault.allCases.filter { $0.subjects.contains(.attestation) && !indifferent.contains($0) }
    #expect(faults.count > 30)
    for fault in faults {
      let sent = try app.attestation(LabKey(), over: try app.challenge(), fault: fault)
      let answer = try app.create(["attestation": sent])
      // An object above the cap of 32 KiB is not looked at.
      let expected = fault == .objectTooLarge ? "413 body_too_large" : "401 attestation_invalid"
      #expect(answer.row == expected, "\(fault.rawValue): \(answer.text)")
    }
  }

  @Test("the attested key has an account already: 401 attestation_invalid; after its deletion it makes a new one")
  func oneAccountForEachKey() async throws {
    let app = try await DeviceShop.shared.app(attestation: "production")
    let key = try LabKey()
    let first = try app.create(["attestation": try app.attestation(key, over: try app.challenge())])
    #expect(first.row == "201")
    let again = try app.create(["attestation": try app.attestation(key, over: try app.challenge())])
    #expect(again.row == "401 attestation_invalid")

    let token = try #require(first.object["token"] as? String)
    #expect(try app.send("DELETE", "/v1/account", ["Authorization": "Bearer " + token]).status == 204)
    #expect(try app.account(token).row == "401 token_invalid")
    let renewed = try app.create(["attestation": try app.attestation(key, over: try app.challenge())])
    #expect(renewed.row == "201")
    #expect(
      (renewed.object["account"] as? [String: Any])?["id"] as? String
        != (first.object["account"] as? [String: Any])?["id"] as? String)
  }

  @Test("what is not base64, or a key that has not 32 bytes: 422, and the challenge is not used")
  func malformed() async throws {
    let app = try await DeviceShop.shared.app(attestation: "production")
    let sent = try app.attestation(LabKey(), over: try app.challenge())
    let wrong: [(String, Any)] = [
      ("key_id", "not base64!"), ("key_id", Base64.encode(SecureRandom.bytes(31))),
      ("key_id", Base64.encode(SecureRandom.bytes(33))), ("key_id", ""), ("key_id", 7), ("object", "*"), ("object", []),
    ]
    for (member, value) in wrong {
      #expect(
        try app.create(["attestation": sent.merging([member: value]) { $1 }]).status == 422, "\(member): \(value)")
    }
    for member in ["key_id", "challenge", "object"] {
      #expect(try app.create(["attestation": sent.filter { $0.key != member }]).status == 422, "\(member)")
    }
    #expect(try app.create(["attestation": sent]).row == "201")
  }

  @Test("either base64 alphabet is taken for the key and the object, with or without padding")
  func base64url() async throws {
    let app = try await DeviceShop.shared.app(attestation: "production")
    var sent = try app.attestation(LabKey(), over: try app.challenge())
    for member in ["key_id", "object"] {
      sent[member] = (sent[member] as? String).map { text in
        text.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
          .replacingOccurrences(of: "=", with: "")
      }
    }
    #expect(try app.create(["attestation": sent]).row == "201")
  }

  @Test("the check is off: the attestation is ignored, whatever it is, and the account is made")
  func off() async throws {
    let app = try await DeviceShop.shared.app()
    let bodies: [[String: Any]?] = [
      nil, [:], ["attestation": NSNull()], ["attestation": "nonsense"],
      ["attestation": ["key_id": "!", "challenge": 1, "object": "*"]],
      ["attestation": try app.attestation(LabKey(), over: "unknown", fault: .nonceWrong)],
    ]
    for body in bodies { #expect(try app.create(body).row == "201") }
    #expect(try app.send("POST", "/v1/attest/challenge").object["expires_in"] as? Int == 300)
  }

  @Test("the validation categories 1 to 6 are accepted, and 0, 7, 8, 9, 10 and higher ones refused", arguments: 0...12)
  func categories(_ category: Int) async throws {
    let app = try await DeviceShop.shared.app(attestation: "production")
    let challenge = try app.challenge()
    let device = app.device(.ios27)
    var traits = LabShape.ios27.traits
    traits.category = UInt32(category)
    var plan = device.attestationPlan(
      for: try LabKey(), clientDataHash: SHA256.hash(challenge), at: Date())
    plan.extensionMap = ExtensionMap(traits, bundleVersion: "1")
    plan.authenticatorData.tail = plan.extensionMap?.encoded ?? []
    let made = try device.finish(plan, fault: nil)
    let answer = try app.create([
      "attestation": [
        "key_id": Base64.encode(made.keyID), "challenge": challenge, "object": Base64.encode(made.object),
      ]
    ])
    #expect(answer.row == ((1...6).contains(category) ? "201" : "401 attestation_invalid"), "\(answer.text)")
  }

  @Test("one environment is accepted, and only the configured App IDs")
  func environmentAndAppIDs() async throws {
    let app = try await DeviceShop.shared.app(attestation: "development")
    let row = { (device: LabDevice) in
      try app.create(["attestation": try app.attestation(LabKey(), over: try app.challenge(), on: device)]).row
    }
    #expect(try row(app.device(.ios27Development)) == "201")
    #expect(try row(app.device(.ios27)) == "401 attestation_invalid")
    #expect(try row(app.device(.ios27Development, appID: "ABCDE12345.com.example.other")) == "401 attestation_invalid")
    try app.set(["--attestation", "production", "--app-ids", "ABCDE12345.com.example.other,\(app.appID)"])
    try await app.settle()
    #expect(try row(app.device(.ios27, appID: "ABCDE12345.com.example.other")) == "201")
    #expect(try row(app.device(.ios27)) == "201")
    #expect(try row(app.device(.ios27Development)) == "401 attestation_invalid")
  }

  @Test("a repeat under an Idempotency-Key gets the first answer, token and all; another body under it is refused")
  func idempotency() async throws {
    let app = try await DeviceShop.shared.app(attestation: "production")
    let headers = ["Idempotency-Key": UUID().uuidString]
    let body = ["attestation": try app.attestation(LabKey(), over: try app.challenge())]
    let first = try app.create(body, headers)
    #expect(first.row == "201")
    let second = try app.create(body, headers)
    #expect(second.row == "201")
    #expect(second.object["token"] as? String == first.object["token"] as? String)
    #expect(try app.create(body).row == "401 attestation_invalid")
    let other = ["attestation": try app.attestation(LabKey(), over: try app.challenge())]
    #expect(try app.create(other, headers).row == "409 idempotency_key_reused")
  }
}
