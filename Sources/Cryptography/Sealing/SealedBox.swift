/// Sealing to a public key: whoever knows the point can seal, and only the private key opens.
///
/// A new key pair is made for each value; its secret with the recipient (SP 800-56A, one-pass Diffie-Hellman on P-256)
/// gives, through HKDF-SHA-256, the key of AES-256-GCM. A sealed value is the new pair's point (65 bytes) and what
/// `AES256GCM` makes. The key serves one value, so that no number of values wears it out.
public enum SealedBox {
  private static let label = [UInt8]("assay sealed box 1".utf8)

  /// Seals for the holder of the private key. The context is bound to the value but not stored in it.
  public static func seal(
    _ plaintext: [UInt8], to recipient: P256PublicKey, context: [UInt8]
  ) throws(OpenSSLError) -> [UInt8] {
    let once = try P256PrivateKey()
    let key = Self.key(try once.sharedSecret(with: recipient), once.x963, recipient.x963)
    return once.x963 + (try AES256GCM.seal(plaintext, key: key, associatedData: context))
  }

  /// Opens; throws when the value, the key or the context is not what was sealed.
  public static func open(
    _ sealed: [UInt8], with recipient: P256PrivateKey, context: [UInt8]
  ) throws(OpenSSLError) -> [UInt8] {
    guard let once = try? P256PublicKey(x963: Array(sealed.prefix(P256PublicKey.byteCount))) else {
      throw .drained("opening a value without a point")
    }
    let key = Self.key(try recipient.sharedSecret(with: once), once.x963, recipient.x963)
    return try AES256GCM.open(Array(sealed.dropFirst(once.x963.count)), key: key, associatedData: context)
  }

  private static func key(_ secret: [UInt8], _ once: [UInt8], _ recipient: [UInt8]) -> [UInt8] {
    HKDFSHA256.derive(from: secret, info: label + once + recipient)
  }
}
