/// The account, as the app knows it, that a key belongs to.
///
/// Each account on a device has a key of its own, so that one device that serves many users can be told from many devices.
public struct AccountID: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The text that names the account. It stays on the device: it is the name under which the key is kept.
  public let value: String

  /// Names an account.
  public init(_ value: String) {
    self.value = value
  }

  /// The account's name.
  public var description: String { value }
}
