public import Cryptography

/// The public half of a master key. A program that holds it can seal, and cannot open anything.
public struct SealingKey: Sendable, Equatable {
  /// Says which master key opens what is sealed with it.
  public let fingerprint: String
  /// The point to which values are sealed.
  public let point: P256PublicKey

  func seal(_ plain: [UInt8], for context: String) throws -> [UInt8] {
    try SealedBox.seal(plain, to: point, context: [UInt8](context.utf8))
  }
}
