public import Cryptography
public import Foundation

/// The certificates with which the simulated Apple speaks TLS, and the root that a client has to be given.
public struct LabTransport: Sendable {
  /// The root, PEM: what a client trusts.
  public let rootPEM: String
  /// What the server shows.
  public let identity: TLSServerIdentity

  /// New certificates for `localhost` and 127.0.0.1.
  public init(at now: Date = Date()) throws {
    let maker = AuthorityMaker(around: now)
    let root = try maker.root(named: "Assay Lab Transport Root")
    let key = try P256PrivateKey()
    let leaf = try root.issuer.issue(Self.template(key, maker), digest: .sha384)
    rootPEM = PEM.encode(root.certificate.der, label: "CERTIFICATE")
    identity = try TLSServerIdentity(certificate: leaf, keyPEM: key.pkcs8PEM(), applicationProtocols: ["h2"])
  }

  private static func template(_ key: P256PrivateKey, _ maker: AuthorityMaker) -> CertificateTemplate {
    let names = DEREncoder.sequence([
      DEREncoder.element(0x82, [UInt8]("localhost".utf8)), DEREncoder.element(0x87, [127, 0, 0, 1]),
    ])
    return CertificateTemplate(
      subject: DistinguishedName([(.commonName, "localhost")]), notBefore: maker.validFrom, notAfter: maker.validUntil,
      subjectPublicKeyInfo: key.subjectPublicKeyInfo,
      extensions: [
        .basicConstraints(isCA: false), CertificateExtension(oid: "2.5.29.17", value: names),
        .extendedKeyUsage(["1.3.6.1.5.5.7.3.1"]),
      ])
  }
}
