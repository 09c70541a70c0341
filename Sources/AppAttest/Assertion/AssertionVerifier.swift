public import Cryptography

/// Verifies whole assertions, with a report of each step.
///
/// A service that judges counters inside a database takes the parts instead: `Assertion`, `SignedAssertion`.
public enum AssertionVerifier {
  /// What an assertion is held against.
  public struct Expectation: Sendable {
    /// The registered key.
    public var publicKey: P256PublicKey
    /// What the key's record says.
    public var key: SignedAssertion.KeyRecord
    /// What the device says it signed.
    public var signed: SignedData
    /// How the extensions are judged.
    public var policy: ExtensionPolicy

    /// Takes what an assertion is held against.
    public init(
      publicKey: P256PublicKey, key: SignedAssertion.KeyRecord, signed: SignedData, policy: ExtensionPolicy
    ) {
      (self.publicKey, self.key, self.signed, self.policy) = (publicKey, key, signed, policy)
    }
  }

  /// What the device says it signed.
  public enum SignedData: Sendable {
    /// The client data, and the challenge that must be found inside them.
    case clientData([UInt8], ChallengeRule)
    /// The client data, when nobody knows a challenge to look for.
    case unchallenged([UInt8])
    /// Only the hash of the client data: no challenge can be looked for.
    case hash([UInt8])

    var clientDataHash: [UInt8] {
      switch self {
      case .clientData(let bytes, _), .unchallenged(let bytes): SHA256.hash(bytes)
      case .hash(let hash): hash
      }
    }
  }

  /// Verifies an assertion.
  public static func verify(
    _ bytes: [UInt8], against expectation: Expectation
  ) throws(AssertionRefusal) -> VerifiedAssertion {
    try report(bytes, against: expectation).result.get()
  }

  /// Verifies an assertion and tells what became of each step.
  public static func report(_ bytes: [UInt8], against expectation: Expectation) -> AssertionReport {
    var steps = StepRecorder<AssertionStep>()
    var assertion: Assertion?
    do {
      let parsed = try steps.run(.format) { () throws(AssertionRefusal) in try Assertion(parsing: bytes) }
      assertion = parsed
      let verified = try check(parsed, expectation, &steps)
      return AssertionReport(steps: steps, assertion: assertion, result: .success(verified))
    } catch {
      return AssertionReport(steps: steps, assertion: assertion, result: .failure(error))
    }
  }

  private static func check(
    _ assertion: Assertion, _ expectation: Expectation, _ steps: inout StepRecorder<AssertionStep>
  ) throws(AssertionRefusal) -> VerifiedAssertion {
    typealias Refusal = AssertionRefusal
    let (key, policy, hash) = (expectation.key, expectation.policy, expectation.signed.clientDataHash)
    try steps.run(.clientDataHash) { () throws(Refusal) in
      guard hash.count >= 16 else { throw .clientDataHashTooShort }
    }
    let signed = try steps.run(.signature) { () throws(Refusal) in
      try assertion.verifySignature(clientDataHash: hash, publicKey: expectation.publicKey)
    }
    try steps.run(.relyingParty) { () throws(Refusal) in try signed.checkRelyingParty(key.rpIDHash) }
    try steps.run(.counter) { () throws(Refusal) in try signed.checkCounter(after: key.counter) }
    // Without a challenge to look for, the step stays not reached: nothing was proved.
    if case .clientData(let bytes, let rule) = expectation.signed {
      try steps.run(.challenge) { () throws(Refusal) in try rule.check(bytes) }
    }
    try steps.run(.validationCategory) { () throws(Refusal) in
      try signed.checkCategory(policy, in: key.environment, mustShow: key.mustShowExtensions)
    }
    try steps.run(.bundleVersion) { () throws(Refusal) in
      try signed.checkBundleVersion(policy, mustShow: key.mustShowExtensions)
    }
    return VerifiedAssertion(signed: signed)
  }
}

/// An assertion that passed every step. Only `AssertionVerifier` makes one.
public struct VerifiedAssertion: Sendable {
  /// What was verified.
  public let signed: SignedAssertion
}

/// What became of an assertion, step by step, for people.
public struct AssertionReport: Sendable {
  /// Apple's steps in order.
  public let steps: [VerificationStep]
  /// The step that failed; nil when accepted.
  public let failedStep: String?
  /// The assertion as parsed, not verified; nil when it cannot be parsed.
  public let assertion: Assertion?
  /// The verdict.
  public let result: Result<VerifiedAssertion, AssertionRefusal>

  init(
    steps: StepRecorder<AssertionStep>, assertion: Assertion?, result: Result<VerifiedAssertion, AssertionRefusal>
  ) {
    (self.steps, failedStep) = (steps.steps, steps.failedStep)
    (self.assertion, self.result) = (assertion, result)
  }
}
