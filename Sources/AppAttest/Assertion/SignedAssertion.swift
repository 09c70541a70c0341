/// An assertion whose signature is the registered key's: what it says is said by the device. Only
/// `Assertion.verifySignature` makes one.
///
/// What remains to be judged needs the key's record, which may be in a database: each judgement is a method of its own,
/// none of them allocates, and `judge` makes them all in Apple's order.
public struct SignedAssertion: Sendable {
  /// What was signed, together with the client data.
  public let authenticatorData: AuthenticatorData

  /// The counter as asserted: what must be stored when the assertion is accepted.
  public var counter: UInt32 { authenticatorData.counter }
  /// The validation category; nil when not given.
  public var validationCategory: UInt32? { authenticatorData.extensions?.validationCategory }
  /// The bundle version; nil when not given.
  public var bundleVersion: String? { authenticatorData.extensions?.bundleVersion }
  /// Whether the extension map is there: once shown, a key must keep showing it.
  public var showsExtensions: Bool { authenticatorData.extensions != nil }

  init(authenticatorData: AuthenticatorData) {
    self.authenticatorData = authenticatorData
  }

  /// What the key's record says.
  public struct KeyRecord: Sendable {
    /// SHA-256 of the App ID that the key was attested for.
    public var rpIDHash: [UInt8]
    /// The counter of the last accepted assertion; 0 before the first.
    public var counter: UInt32
    /// The environment that the key was attested in.
    public var environment: AttestationEnvironment
    /// Whether the key has shown the extension map before.
    public var mustShowExtensions: Bool

    /// Takes what the record says.
    public init(rpIDHash: [UInt8], counter: UInt32, environment: AttestationEnvironment, mustShowExtensions: Bool) {
      (self.rpIDHash, self.counter) = (rpIDHash, counter)
      (self.environment, self.mustShowExtensions) = (environment, mustShowExtensions)
    }
  }

  /// Step 4: the assertion is for the app that the key was attested for.
  public func checkRelyingParty(_ rpIDHash: [UInt8]) throws(AssertionRefusal) {
    guard authenticatorData.rpIDHash == rpIDHash else { throw .relyingPartyMismatch }
  }

  /// Step 5: the counter is greater than the last one, or than 0 at first.
  public func checkCounter(after last: UInt32) throws(AssertionRefusal) {
    guard counter > last else { throw .counterNotGreater }
  }

  /// Step 7: the validation category is accepted.
  public func checkCategory(
    _ policy: ExtensionPolicy, in environment: AttestationEnvironment, mustShow: Bool
  ) throws(AssertionRefusal) {
    switch policy.judge(category: validationCategory, in: environment, mustShow: mustShow) {
    case .accepted: return
    case .missing: throw .categoryMissing
    case .notAccepted: throw .categoryNotAccepted
    }
  }

  /// Step 8: the bundle version is accepted.
  public func checkBundleVersion(_ policy: ExtensionPolicy, mustShow: Bool) throws(AssertionRefusal) {
    switch policy.judge(bundleVersion: bundleVersion, mustShow: mustShow) {
    case .accepted: return
    case .missing: throw .bundleVersionMissing
    case .notAccepted: throw .bundleVersionNotAccepted
    }
  }

  /// Steps 4, 5, 7 and 8. Step 6, the challenge, is `ClientData`'s or `RequestBinding`'s.
  public func judge(_ key: KeyRecord, policy: ExtensionPolicy) throws(AssertionRefusal) {
    try checkRelyingParty(key.rpIDHash)
    try checkCounter(after: key.counter)
    try judgeExtensions(key, policy: policy)
  }

  /// Steps 7 and 8.
  public func judgeExtensions(_ key: KeyRecord, policy: ExtensionPolicy) throws(AssertionRefusal) {
    try checkCategory(policy, in: key.environment, mustShow: key.mustShowExtensions)
    try checkBundleVersion(policy, mustShow: key.mustShowExtensions)
  }
}
