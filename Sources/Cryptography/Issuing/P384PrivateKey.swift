/// A private key on NIST P-384: of a certificate authority.
public struct P384PrivateKey: SigningKey {
  private let key: ECPrivateKey

  /// A new key.
  public init() throws(OpenSSLError) {
    key = try ECPrivateKey(generatingOn: .p384)
  }

  /// The key of a PKCS#8 `PRIVATE KEY` text.
  public init(pkcs8PEM text: String) throws(OpenSSLError) {
    key = try ECPrivateKey(pkcs8: PEM.decode(text, label: "PRIVATE KEY").first ?? [], on: .p384)
  }

  /// The PKCS#8 text of the key: a secret.
  public func pkcs8PEM() throws(OpenSSLError) -> String {
    PEM.encode(try key.pkcs8(), label: "PRIVATE KEY")
  }

  /// The public point, X9.63 uncompressed: 97 bytes.
  public var x963: [UInt8] { key.point }

  /// The public key as DER SubjectPublicKeyInfo.
  public var subjectPublicKeyInfo: [UInt8] { key.subjectPublicKeyInfo() }

  /// The DER signature over a message, hashed with the digest.
  public func signature(for message: [UInt8], digest: SignatureDigest) throws(OpenSSLError) -> [UInt8] {
    try key.signature(for: message, digest: digest)
  }
}
