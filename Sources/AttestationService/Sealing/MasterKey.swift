import Cryptography
public import Lifecycle

/// The key that opens what is sealed: tenants' Apple keys and webhooks' secrets. It comes from a file or the environment
/// and is never stored.
///
/// What it opens is sealed to its public half, which everybody may know: see `SealingKey`.
public struct MasterKey: Sendable {
  /// What seals for it. Its fingerprint says which master key that is, without saying anything of the key.
  public let sealingKey: SealingKey
  private let key: P256PrivateKey

  /// Why text is not a master key.
  public struct Unusable: Error, Sendable, CustomStringConvertible {
    /// What to do.
    public var description: String {
      "The master key must be 32 bytes in base64 or hex: make one with `openssl rand -base64 32`."
    }
  }

  /// A master key from its text: 32 bytes in base64 or hex.
  public init(_ text: Secret) throws(Unusable) {
    let bytes = text.withText { Hex.decode($0) ?? Base64.decode($0) }
    guard let bytes, bytes.count == AES256GCM.keyByteCount, let key = Self.privateKey(from: bytes),
      let point = try? P256PublicKey(x963: key.x963)
    else { throw Unusable() }
    self.key = key
    let hash = SHA256.hash([UInt8]("assay-master-key".utf8), bytes)
    sealingKey = SealingKey(fingerprint: Hex.encode(Array(hash.prefix(8))), point: point)
  }

  func open(_ sealed: [UInt8], for context: String) throws -> [UInt8] {
    try SealedBox.open(sealed, with: key, context: [UInt8](context.utf8))
  }

  /// One in 2^32 hashes is no scalar of P-256; then the next one is taken.
  private static func privateKey(from bytes: [UInt8]) -> P256PrivateKey? {
    for attempt in UInt8.min...UInt8.max {
      let scalar = HKDFSHA256.derive(from: bytes, info: [UInt8]("assay sealing key 1".utf8) + [attempt])
      if let key = try? P256PrivateKey(rawRepresentation: scalar) { return key }
    }
    return nil
  }
}
