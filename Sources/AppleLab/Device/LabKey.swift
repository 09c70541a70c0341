public import Cryptography

/// A key in the secure enclave of a simulated device.
public struct LabKey: Sendable {
  /// The private key: unlike a device, the lab can show it.
  public let privateKey: P256PrivateKey
  /// SHA-256 of the uncompressed public point.
  public let keyID: [UInt8]
  /// The counter of the latest assertion; 0 before the first.
  public var counter: UInt32 = 0

  /// A key of known material.
  public init(privateKey: P256PrivateKey) {
    self.privateKey = privateKey
    keyID = SHA256.hash(privateKey.x963)
  }

  /// A new key.
  public init() throws {
    self.init(privateKey: try P256PrivateKey())
  }

  /// The key of a place in a numbered series: the same seed and index give the same key everywhere.
  public init(seed: String, index: Int) throws {
    self.init(privateKey: try P256PrivateKey(rawRepresentation: DerivedScalar.bytes(seed: seed, index: index)))
  }
}
