public import Cryptography

/// A certificate of the lab with its key: an authority, or the signer of receipts.
public struct LabIdentity: Sendable {
  /// The certificate.
  public let certificate: CertificateIdentity
  /// The key that it certifies.
  public let key: any SigningKey

  /// An issuer of certificates in this name.
  var issuer: CertificateIssuer {
    CertificateIssuer(name: certificate.subject, key: key)
  }

  /// Something stable to name the key with: the first 20 bytes of the hash of its SubjectPublicKeyInfo.
  static func identifier(of key: any SigningKey) -> [UInt8] {
    Array(SHA256.hash(key.subjectPublicKeyInfo).prefix(20))
  }
}
