/// Certificates that somebody decided to trust, named by what they are together.
public struct TrustedCertificates: Sendable {
  /// The certificates.
  public let certificates: [Certificate]
  /// The hash of the fingerprints: tells one set of anchors from another in a cache.
  public let identity: [UInt8]

  /// Trusts these certificates.
  public init(_ certificates: [Certificate]) {
    self.certificates = certificates
    identity = SHA256.hash(parts: certificates.map(\.sha256))
  }

  /// Whether the certificate is one of these.
  public func contains(_ certificate: Certificate) -> Bool {
    certificates.contains { $0.sha256 == certificate.sha256 }
  }
}
