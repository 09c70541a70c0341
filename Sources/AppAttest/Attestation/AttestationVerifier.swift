public import Cryptography
public import FoundationEssentials

/// Verifies attestations against given anchors. Holds nothing but anchors and a cache; may be shared by threads.
public struct AttestationVerifier: Sendable {
  private let anchors: TrustedCertificates
  private let cache: ChainCache?

  /// A verifier for these anchors. The cache saves one of two slow signature checks once it is warm.
  public init(anchors: TrustAnchors = .apple, cache: ChainCache? = ChainCache()) {
    self.anchors = anchors.attestation
    self.cache = cache
  }

  /// What an attestation is held against.
  public struct Expectation: Sendable {
    /// The key identifier that the app named, 32 bytes.
    public var keyID: [UInt8]
    /// The bytes that the app gave as client data hash, formed as the tenant's contract says: 16 or more.
    public var clientDataHash: [UInt8]
    /// What the tenant accepts.
    public var policy: AttestationPolicy

    /// Takes what an attestation is held against.
    public init(keyID: [UInt8], clientDataHash: [UInt8], policy: AttestationPolicy) {
      (self.keyID, self.clientDataHash, self.policy) = (keyID, clientDataHash, policy)
    }
  }

  /// Verifies an attestation as of an instant: the one at which it arrived.
  public func verify(
    _ bytes: [UInt8], against expectation: Expectation, at instant: Date
  ) throws(AttestationRefusal) -> VerifiedAttestation {
    try report(bytes, against: expectation, at: instant).result.get()
  }

  /// Verifies an attestation and tells what became of each step.
  public func report(_ bytes: [UInt8], against expectation: Expectation, at instant: Date) -> AttestationReport {
    var steps = StepRecorder<AttestationStep>()
    var object: AttestationObject?
    do {
      let parsed = try steps.run(.format) { () throws(AttestationRefusal) in try AttestationObject(parsing: bytes) }
      object = parsed
      let verified = try check(parsed, expectation, instant, &steps)
      return AttestationReport(steps: steps, object: object, result: .success(verified))
    } catch {
      return AttestationReport(steps: steps, object: object, result: .failure(error))
    }
  }

  private func check(
    _ object: AttestationObject, _ expectation: Expectation, _ instant: Date,
    _ steps: inout StepRecorder<AttestationStep>
  ) throws(AttestationRefusal) -> VerifiedAttestation {
    typealias Refusal = AttestationRefusal
    let rules = AttestationRules(object: object, expectation: expectation)
    let leaf = try steps.run(.certificateChain) { () throws(Refusal) in
      try rules.leaf(anchors: anchors, at: instant, cache: cache)
    }
    try steps.run(.clientDataHash) { () throws(Refusal) in try rules.checkClientDataHash() }
    try steps.run(.nonce) { () throws(Refusal) in try rules.checkNonce(leaf) }
    let isMac = try steps.run(.accessControl) { () throws(Refusal) in try rules.checkAccessControl(leaf) }
    try steps.run(.keyIdentifier) { () throws(Refusal) in try rules.checkKeyIdentifier(leaf) }
    let appID = try steps.run(.relyingParty) { () throws(Refusal) in try rules.relyingParty(isMac: isMac) }
    try steps.run(.counter) { () throws(Refusal) in try rules.checkCounter() }
    let environment = try steps.run(.environment) { () throws(Refusal) in try rules.environment() }
    try steps.run(.credential) { () throws(Refusal) in try rules.checkCredential(leaf) }
    try steps.run(.validationCategory) { () throws(Refusal) in try rules.checkCategory(in: environment) }
    try steps.run(.bundleVersion) { () throws(Refusal) in try rules.checkBundleVersion() }
    return rules.verified(leaf: leaf, environment: environment, appID: appID, isMac: isMac)
  }
}
