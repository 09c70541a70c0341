import Cryptography

/// An installation as the database knows it: the first half of the SHA-256 of its identifier.
public struct InstallationKey: Sendable, Hashable {
  /// 16 bytes.
  public let bytes: [UInt8]

  /// The key of the installation that the tenant calls by this identifier.
  public init(identifier: String) { bytes = Array(SHA256.hash(Array(identifier.utf8)).prefix(16)) }
}
