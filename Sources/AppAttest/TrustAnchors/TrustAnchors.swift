public import Cryptography

/// The roots that attestations and receipts must lead to. They differ, and a system's store is never asked.
public struct TrustAnchors: Sendable {
  /// What attestations lead to.
  public let attestation: TrustedCertificates
  /// What receipts lead to.
  public let receipt: TrustedCertificates

  /// Trusts these roots, for instance a laboratory's.
  public init(attestation: [Certificate], receipt: [Certificate]) {
    self.attestation = TrustedCertificates(attestation)
    self.receipt = TrustedCertificates(receipt)
  }

  /// Apple's roots. Call `selfCheck()` as the program starts.
  public static let apple = TrustAnchors(
    attestation: [root(AppleRoots.appAttestation)].compactMap(\.self),
    receipt: [root(AppleRoots.g3)].compactMap(\.self))

  /// Checks that Apple's embedded roots are intact: the right fingerprints, and signed by themselves.
  public static func selfCheck() throws(TrustAnchorError) {
    try check(apple.attestation, is: AppleRoots.appAttestationFingerprint)
    try check(apple.receipt, is: AppleRoots.g3Fingerprint)
  }

  private static func check(_ anchors: TrustedCertificates, is fingerprint: String) throws(TrustAnchorError) {
    guard anchors.certificates.count == 1, let root = anchors.certificates.first else { throw .unreadable }
    guard Hex.encode(root.sha256) == fingerprint else { throw .wrongFingerprint }
    guard root.isSelfSigned, root.isCA else { throw .notSelfSigned }
  }

  private static func root(_ base64: String) -> Certificate? {
    Base64.decode(base64).flatMap { try? Certificate(der: $0) }
  }
}

/// What is wrong with an embedded root: the program was damaged, and must not verify anything.
public enum TrustAnchorError: Error, Equatable, Sendable {
  /// The embedded bytes are not a certificate.
  case unreadable
  /// The certificate is another one.
  case wrongFingerprint
  /// The certificate has not signed itself, or is not an authority.
  case notSelfSigned
}
