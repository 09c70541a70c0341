/// The digest of an ECDSA signature.
public enum SignatureDigest: Sendable {
  /// ecdsa-with-SHA256 (RFC 5758 §3.2).
  case sha256
  /// ecdsa-with-SHA384.
  case sha384

  var objectIdentifier: String {
    switch self {
    case .sha256: "1.2.840.10045.4.3.2"
    case .sha384: "1.2.840.10045.4.3.3"
    }
  }

  /// The AlgorithmIdentifier of the signature: no parameters.
  var algorithmIdentifier: [UInt8] {
    DEREncoder.sequence([DEREncoder.objectIdentifier(objectIdentifier)])
  }
}

/// An elliptic-curve key that can sign certificates and messages.
public protocol SigningKey: Sendable {
  /// The public key as DER SubjectPublicKeyInfo with an uncompressed point.
  var subjectPublicKeyInfo: [UInt8] { get }

  /// The DER ECDSA signature over a message, hashed with the digest.
  func signature(for message: [UInt8], digest: SignatureDigest) throws(OpenSSLError) -> [UInt8]
}
