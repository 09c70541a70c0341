internal import COpenSSL

/// A private key on NIST P-256: of a device in the lab, of a tenant's token towards Apple, of a receipt signer.
public struct P256PrivateKey: SigningKey {
  let key: ECPrivateKey

  /// A new key.
  public init() throws(OpenSSLError) {
    key = try ECPrivateKey(generatingOn: .p256)
  }

  /// The key of a big-endian scalar of up to 32 bytes, between 1 and the order of the curve less 1.
  public init(rawRepresentation scalar: [UInt8]) throws(OpenSSLError) {
    key = try ECPrivateKey(scalar: scalar, on: .p256)
  }

  /// The key of a PKCS#8 `PRIVATE KEY` text, as Apple's `.p8` files hold it.
  public init(pkcs8PEM text: String) throws(OpenSSLError) {
    key = try ECPrivateKey(pkcs8: PEM.decode(text, label: "PRIVATE KEY").first ?? [], on: .p256)
  }

  /// The PKCS#8 text of the key: a secret.
  public func pkcs8PEM() throws(OpenSSLError) -> String {
    PEM.encode(try key.pkcs8(), label: "PRIVATE KEY")
  }

  /// The public point, X9.63 uncompressed: 65 bytes.
  public var x963: [UInt8] { key.point }

  /// The public key as DER SubjectPublicKeyInfo.
  public var subjectPublicKeyInfo: [UInt8] { key.subjectPublicKeyInfo() }

  /// The secret that this key and another's point have in common (Diffie-Hellman): raw, to be hashed before use.
  public func sharedSecret(with other: P256PublicKey) throws(OpenSSLError) -> [UInt8] {
    try key.sharedSecret(with: other.x963)
  }

  /// The DER signature over a message, hashed with the digest.
  public func signature(for message: [UInt8], digest: SignatureDigest) throws(OpenSSLError) -> [UInt8] {
    try key.signature(for: message, digest: digest)
  }

  /// The DER signature over a message, hashed with SHA-256.
  public func signature(for message: [UInt8]) throws(OpenSSLError) -> [UInt8] {
    try key.signature(for: message, digest: .sha256)
  }

  /// The DER signature over a message, hashed with SHA-256, with a nonce made ahead.
  public func signature(
    for message: [UInt8], nonce: P256SignatureNonce
  ) throws(OpenSSLError) -> [UInt8] {
    try key.signature(for: message, nonce: nonce)
  }

  /// The signature as JWS wants it (RFC 7518 §3.4): R and S, 32 bytes each, left-padded.
  public func rawSignature(for message: [UInt8]) throws(OpenSSLError) -> [UInt8] {
    let der = try signature(for: message)
    let decoded = der.withUnsafeBufferPointer { buffer in
      var position = buffer.baseAddress
      return d2i_ECDSA_SIG(nil, &position, buffer.count)
    }
    guard let decoded else { throw .drained("reading a signature") }
    defer { ECDSA_SIG_free(decoded) }
    var raw = [UInt8](repeating: 0, count: 64)
    let isWritten = raw.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return false }
      return BN_bn2binpad(ECDSA_SIG_get0_r(decoded), start, 32) == 32
        && BN_bn2binpad(ECDSA_SIG_get0_s(decoded), start + 32, 32) == 32
    }
    guard isWritten else { throw .drained("writing a raw signature") }
    return raw
  }
}
