import AppAttest
import Cryptography
import Foundation
import Testing

@Suite("Apple's published sample")
struct AppleSampleTests {
  private let verifier = AttestationVerifier()

  @Test("is accepted at its own instant with the raw challenge as client data hash")
  func accepted() throws {
    let report = verifier.report(
      try Fixture.sample(), against: Fixture.sampleExpectation(), at: try Fixture.sampleInstant())
    let verified = try report.result.get()
    #expect(verified.validationCategory == 1)
    #expect(verified.bundleVersion == "1")
    #expect(verified.environment == .production)
    #expect(verified.osVersion == "27.0")
    #expect(!verified.isMac)
    #expect(SHA256.hash(verified.publicKey.x963) == Fixture.sampleKeyID)
    #expect(report.steps.allSatisfy { $0.outcome == .passed })
    #expect(report.steps.count == AttestationStep.allCases.count)
  }

  @Test("has a receipt that is accepted by itself")
  func receipt() throws {
    let instant = try Fixture.sampleInstant()
    let verified = try verifier.verify(try Fixture.sample(), against: Fixture.sampleExpectation(), at: instant)
    let receipt = try ReceiptVerifier().verify(
      verified.receipt, against: ReceiptExpectation(of: verified, arrivedAt: instant), at: instant)
    #expect(receipt.fields.kind == .attest)
    #expect(receipt.fields.environment == .production)
    #expect(receipt.fields.riskMetric == nil)
    #expect(receipt.fields.createdAt == (try Fixture.instant("2026-04-21T18:13:12.153Z")))
    #expect(receipt.fields.expiresAt == (try Fixture.instant("2026-07-20T18:13:12.153Z")))
  }

  @Test("is refused for each expectation that differs, at the step that says so")
  func refused() throws {
    let sample = try Fixture.sample()
    let instant = try Fixture.sampleInstant()
    func refusal(_ expectation: AttestationVerifier.Expectation, at date: Date? = nil) -> AttestationRefusal? {
      if case .failure(let refusal) = verifier.report(sample, against: expectation, at: date ?? instant).result {
        return refusal
      }
      return nil
    }
    let expectation = Fixture.sampleExpectation()
    #expect(refusal(expectation, at: try Fixture.instant("2026-04-23T18:13:13Z")) == .certificateExpired)
    #expect(refusal(expectation, at: try Fixture.instant("2026-04-20T18:13:11Z")) == .certificateNotYetValid)
    #expect(refusal(expectation, at: try Fixture.instant("2026-11-30T00:00:00Z")) == .certificateExpired)
    #expect(refusal(Fixture.sampleExpectation(hash: SHA256.hash(Fixture.sampleChallenge))) == .nonceMismatch)
    #expect(refusal(Fixture.sampleExpectation(hash: [1, 2, 3])) == .clientDataHashTooShort)
    #expect(refusal(Fixture.sampleExpectation(keyID: [UInt8](repeating: 7, count: 32))) == .keyIdentifierMismatch)
    #expect(
      refusal(Fixture.sampleExpectation { $0.appIDs = ["1234567890.com.example.other"] }) == .relyingPartyMismatch)
    #expect(refusal(Fixture.sampleExpectation { $0.environments = [.development] }) == .wrongEnvironment)
    #expect(
      refusal(Fixture.sampleExpectation { $0.extensions = ExtensionPolicy() }) == .categoryNotAccepted)
    #expect(
      refusal(Fixture.sampleExpectation { $0.extensions.bundleVersions = .accept(["1.0"]) })
        == .bundleVersionNotAccepted)
    #expect(
      refusal(Fixture.sampleExpectation { $0.platforms = PlatformPolicy(devices: false, mac: true) })
        == .accessControlMismatch)
  }

  @Test("the instant binds a warm cache too")
  func warmCache() throws {
    let sample = try Fixture.sample()
    _ = try verifier.verify(sample, against: Fixture.sampleExpectation(), at: try Fixture.sampleInstant())
    let late = try Fixture.instant("2031-01-01T00:00:00Z")
    #expect(throws: AttestationRefusal.certificateExpired) {
      try verifier.verify(sample, against: Fixture.sampleExpectation(), at: late)
    }
  }

  @Test("a foreign root accepts nothing, neither cold nor warm")
  func foreignRoot() throws {
    let cache = ChainCache()
    let sample = try Fixture.sample()
    let apple = TrustAnchors.apple
    let instant = try Fixture.sampleInstant()
    _ = try AttestationVerifier(cache: cache).verify(sample, against: Fixture.sampleExpectation(), at: instant)
    let foreign = TrustAnchors(attestation: apple.receipt.certificates, receipt: apple.attestation.certificates)
    let verifier = AttestationVerifier(anchors: foreign, cache: cache)
    #expect(throws: AttestationRefusal.chainUntrusted) {
      try verifier.verify(sample, against: Fixture.sampleExpectation(), at: instant)
    }
    #expect(throws: AttestationRefusal.chainUntrusted) {
      try AttestationVerifier(anchors: TrustAnchors(attestation: [], receipt: []), cache: nil)
        .verify(sample, against: Fixture.sampleExpectation(), at: instant)
    }
  }

  @Test("both embedded roots are intact")
  func roots() throws {
    try TrustAnchors.selfCheck()
  }
}
