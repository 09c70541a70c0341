import AppAttest
import Cryptography
import Foundation
import Testing

/// Files of the checkout, and Apple's sample with what it is held against.
enum Fixture {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static func text(_ name: String) throws -> String {
    try String(contentsOf: root.appending(path: "Fixtures/\(name)"), encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  static func sample() throws -> [UInt8] {
    try #require(Base64.decode(text("apple-sample-attestation.base64")))
  }

  static let sampleKeyID = Base64.decode("zgSY9YSD+7TaDXssY6WlOPVS1K3Lmk+pFhlcSWE+ZV0=") ?? []
  static let sampleAppID = "1234567890.com.example.myapp"
  static let sampleChallenge = [UInt8]("example_server_challenge".utf8)

  static func instant(_ text: String) throws -> Date {
    try #require(RFC3339.parse(text))
  }

  /// The instant at which Apple's sample holds.
  static func sampleInstant() throws -> Date {
    try instant("2026-04-21T18:13:13Z")
  }

  static func sampleExpectation(
    keyID: [UInt8] = sampleKeyID, hash: [UInt8] = sampleChallenge, change: (inout AttestationPolicy) -> Void = { _ in }
  ) -> AttestationVerifier.Expectation {
    var policy = AttestationPolicy(
      appIDs: [sampleAppID], environments: [.production], extensions: ExtensionPolicy(categories: .notJudged))
    change(&policy)
    return AttestationVerifier.Expectation(keyID: keyID, clientDataHash: hash, policy: policy)
  }
}
