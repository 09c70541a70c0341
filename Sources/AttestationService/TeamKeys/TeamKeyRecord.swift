public import Foundation

/// What may be told of a stored team key: never the key.
public struct TeamKeyRecord: Sendable {
  /// The team.
  public let team: String
  /// Apple's name for the key.
  public let keyID: String
  /// The public point, X9.63.
  public let publicKey: [UInt8]
  /// The fingerprint of the master key that it is sealed under.
  public let masterKey: String
  /// When it was added.
  public let addedAt: Date
  /// Since when Apple refuses it; nil while it does not.
  public let refusedSince: Date?
}
