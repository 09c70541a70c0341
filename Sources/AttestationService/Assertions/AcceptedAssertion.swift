/// A signed request that was verified and is durable.
public struct AcceptedAssertion: Sendable {
  public let counter: UInt32
  public let key: RegisteredKey
  public let validationCategory: UInt32?
  public let bundleVersion: String?
}
