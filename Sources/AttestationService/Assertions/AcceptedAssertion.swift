/// A signed request that was verified and is durable.
public struct AcceptedAssertion: Sendable {
  /// The accepted counter.
  public let counter: UInt32
  /// The key.
  public let key: RegisteredKey
  /// As the device showed it, if it did.
  public let validationCategory: UInt32?
  /// As the device showed it, if it did.
  public let bundleVersion: String?
}
