import Cryptography

/// An account's token, `mca_<number>_<random>`: the number says where to look, the 32 random bytes prove it.
/// Only its SHA-256 is kept.
public struct DeviceToken: Sendable {
  static let randomLength = 32

  /// The whole text; shown once.
  public let text: String
  let number: Int64

  /// What is kept of it.
  var hash: [UInt8] { SHA256.hash(text) }

  /// Makes a new one under a number.
  static func make(number: Int64) -> DeviceToken {
    let random = Base64.encodeURL(SecureRandom.bytes(randomLength))
    return DeviceToken(text: "mca_\(DeviceNumber.text(number))_\(random)", number: number)
  }

  /// Reads one that a caller sent; nil when it cannot be one.
  public init?(_ text: String) {
    let parts = text.split(separator: "_", maxSplits: 2, omittingEmptySubsequences: false)
    guard text.utf8.count <= 96, parts.count == 3, parts[0] == "mca", parts[2].utf8.count == 43,
      let number = DeviceNumber.read(parts[1])
    else { return nil }
    self.init(text: text, number: number)
  }

  private init(text: String, number: Int64) {
    self.text = text
    self.number = number
  }
}
