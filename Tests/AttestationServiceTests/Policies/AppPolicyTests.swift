import Testing

@testable import AttestationService

@Suite("An app's policy")
struct AppPolicyTests {
  @Test("an empty object is the safe default")
  func emptyIsDefault() throws {
    let policy = try AppPolicy(json: Array("{}".utf8))
    #expect(policy == AppPolicy())
    #expect(policy.receipt == .flag)
    #expect(policy.missingExtension == .missingOk)
    #expect(policy.validationCategories.production == [2, 4])
  }

  @Test("a policy survives being written and read")
  func roundTrip() throws {
    var policy = AppPolicy()
    policy.bundleVersion = .atLeast("2.10")
    policy.clientDataHash = .challengeBytes
    policy.macSigningIdentifiers = ["com.example.helper"]
    policy.lab = LabPolicy(verificationInstant: "2026-04-21T18:13:13Z")
    #expect(try AppPolicy(json: policy.json) == policy)
  }

  @Test(
    "a change leaves every field that it does not name as it is",
    arguments: [
      "{}", #"{"receipt":"flag"}"#, #"{"validation_categories":{"production":[1]}}"#,
      #"{"challenge_lifetimes":{"assertion_seconds":20}}"#, #"{"bundle_version":{"at_least":"3"}}"#, #"{"lab":null}"#,
    ])
  func change(json: String) throws {
    var base = AppPolicy()
    base.receipt = .require
    base.validationCategories = CategoryRule(production: [4], development: [10])
    base.challengeLifetimes = ChallengeLifetimes(attestationSeconds: 100, assertionSeconds: 30)
    base.bundleVersion = .oneOf(["1"])
    base.lab = LabPolicy(verificationInstant: "2026-04-21T18:13:13Z")
    var expected = base
    switch json {
    case _ where json.contains("receipt"): expected.receipt = .flag
    case _ where json.contains("production"): expected.validationCategories.production = [1]
    case _ where json.contains("assertion_seconds"): expected.challengeLifetimes.assertionSeconds = 20
    case _ where json.contains("at_least"): expected.bundleVersion = .atLeast("3")
    case _ where json.contains("lab"): expected.lab = nil
    default: break
    }
    #expect(try PolicyChange(json: Array(json.utf8)).applied(to: base) == expected)
  }

  @Test(
    "an unknown or wrong field is refused with its place",
    arguments: [
      (#"{"reciept":"flag"}"#, "/reciept"), (#"{"receipt":"maybe"}"#, "/receipt"),
      (#"{"challenge_lifetimes":{"assertion":5}}"#, "/challenge_lifetimes/assertion"),
      (#"{"challenge_lifetimes":{"assertion_seconds":5}}"#, "/challenge_lifetimes/assertion_seconds"),
      (#"{"validation_categories":{"production":[7]}}"#, "/validation_categories/production"),
      (#"{"bundle_version":{"at_least":"one"}}"#, "/bundle_version/at_least"),
      (#"{"bundle_version":"none"}"#, "/bundle_version"),
      (#"{"client_data_challenge_pointer":"challenge"}"#, "/client_data_challenge_pointer"),
      (#"{"mac_signing_identifiers":["a b"]}"#, "/mac_signing_identifiers"),
      (#"{"lab":{"verification_instant":"yesterday"}}"#, "/lab/verification_instant"),
    ])
  func unknownField(json: String, pointer: String) {
    let problem = #expect(throws: PolicyProblem.self) { try AppPolicy(json: Array(json.utf8)) }
    #expect(problem?.pointer == pointer)
  }

  @Test("text that is no object is refused", arguments: ["", "[]", "{", "7"])
  func noObject(json: String) {
    #expect(throws: PolicyProblem.self) { try AppPolicy(json: Array(json.utf8)) }
  }

  @Test(
    "bundle versions are compared number by number",
    arguments: [("1.9", false), ("1.10", true), ("1.10.0", true), ("2", true), ("1.x", false), ("", false)])
  func versions(shown: String, isAccepted: Bool) {
    #expect(BundleVersionRule.atLeast("1.10").accepts(shown) == isAccepted)
  }

  @Test(
    "an App ID is ten characters, a dot and a bundle identifier",
    arguments: [
      ("ABCDE12345.com.example.app", true), ("ABCDE1234.com.example", false), ("ABCDE12345.", false),
      ("ABCDE12345", false), ("ABCDE12345.com example", false), ("ABCDE-2345.com", false),
    ])
  func appIdentifiers(text: String, isAccepted: Bool) {
    #expect((AppIdentifier(text) != nil) == isAccepted)
  }
}
