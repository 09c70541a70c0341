import Cryptography
import Foundation

/// Makes the certificates of the lab's authorities, each after its model at Apple.
struct AuthorityMaker {
  /// Ten years, in seconds.
  static let lifetime: TimeInterval = 10 * 365 * 86_400
  /// Marks the leaf that may sign receipts.
  static let signerMarker = "1.2.840.113635.100.12.15"

  private static let certificateAndListSigning: UInt8 = 0b0000_0110
  private static let digitalSignature: UInt8 = 0b1000_0000

  let validFrom: Date
  let validUntil: Date

  /// A maker of certificates valid between two instants.
  init(validFrom: Date, validUntil: Date) {
    self.validFrom = validFrom
    self.validUntil = validUntil
  }

  /// A maker of certificates valid ten years before and after an instant.
  init(around instant: Date) {
    validFrom = instant - Self.lifetime
    validUntil = instant + Self.lifetime
  }

  func root(named name: String) throws -> LabIdentity {
    let key = try P384PrivateKey()
    let subject = Self.name(name)
    let extensions: [CertificateExtension] = [
      .basicConstraints(isCA: true), .subjectKeyIdentifier(LabIdentity.identifier(of: key)),
      .keyUsage(Self.certificateAndListSigning),
    ]
    let issuer = CertificateIssuer(name: subject, key: key)
    return try identity(subject, key, extensions, issuer, .sha384)
  }

  func attestationAuthority(under root: LabIdentity) throws -> LabIdentity {
    let key = try P384PrivateKey()
    let extensions = authorityExtensions(for: key, under: root, pathLength: 0)
    return try identity(Self.name("Assay Lab App Attestation CA 1"), key, extensions, root.issuer, .sha384)
  }

  func receiptAuthority(under root: LabIdentity) throws -> LabIdentity {
    let key = try P256PrivateKey()
    let marker = CertificateExtension(oid: "1.2.840.113635.100.6.2.3", value: DEREncoder.null)
    let extensions = authorityExtensions(for: key, under: root, pathLength: nil) + [marker]
    return try identity(Self.name("Assay Lab Application Integration CA"), key, extensions, root.issuer, .sha384)
  }

  /// A root whose basic constraints are an INTEGER.
  func unreadableRoot() throws -> [UInt8] {
    let key = try P384PrivateKey()
    let subject = Self.name("Assay Lab Unreadable CA")
    let constraints = CertificateExtension(oid: "2.5.29.19", isCritical: true, value: DEREncoder.integer(0))
    let template = CertificateTemplate(
      subject: subject, notBefore: validFrom, notAfter: validUntil,
      subjectPublicKeyInfo: key.subjectPublicKeyInfo, extensions: [constraints])
    return try CertificateIssuer(name: subject, key: key).issue(template, digest: .sha384)
  }

  func receiptSigner(under authority: LabIdentity, hasMarker: Bool) throws -> LabIdentity {
    let key = try P256PrivateKey()
    var extensions: [CertificateExtension] = [
      .basicConstraints(isCA: false), .authorityKeyIdentifier(LabIdentity.identifier(of: authority.key)),
      .subjectKeyIdentifier(LabIdentity.identifier(of: key)), .keyUsage(Self.digitalSignature),
    ]
    if hasMarker { extensions.append(CertificateExtension(oid: Self.signerMarker, value: DEREncoder.null)) }
    return try identity(Self.name("Assay Lab Fraud Receipt Signing"), key, extensions, authority.issuer, .sha256)
  }

  private func authorityExtensions(
    for key: any SigningKey, under parent: LabIdentity, pathLength: Int?
  ) -> [CertificateExtension] {
    [
      .basicConstraints(isCA: true, pathLength: pathLength),
      .authorityKeyIdentifier(LabIdentity.identifier(of: parent.key)),
      .subjectKeyIdentifier(LabIdentity.identifier(of: key)),
      .keyUsage(Self.certificateAndListSigning),
    ]
  }

  private func identity(
    _ subject: DistinguishedName, _ key: any SigningKey, _ extensions: [CertificateExtension],
    _ issuer: CertificateIssuer, _ digest: SignatureDigest
  ) throws -> LabIdentity {
    let template = CertificateTemplate(
      subject: subject, notBefore: validFrom, notAfter: validUntil,
      subjectPublicKeyInfo: key.subjectPublicKeyInfo, extensions: extensions)
    let der = try issuer.issue(template, digest: digest)
    return LabIdentity(certificate: try CertificateIdentity(der: der), key: key)
  }

  private static func name(_ commonName: String) -> DistinguishedName {
    DistinguishedName([(.commonName, commonName), (.organization, "Assay Lab"), (.stateOrProvince, "California")])
  }
}
