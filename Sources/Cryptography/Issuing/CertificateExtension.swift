/// One extension of a certificate to be issued (RFC 5280 §4.2).
public struct CertificateExtension: Sendable {
  /// The dotted object identifier.
  public let oid: String
  /// Whether a reader that does not know it must refuse the certificate.
  public let isCritical: Bool
  /// The DER inside the extension's octet string.
  public let value: [UInt8]

  /// Any extension.
  public init(oid: String, isCritical: Bool = false, value: [UInt8]) {
    self.oid = oid
    self.isCritical = isCritical
    self.value = value
  }

  var der: [UInt8] {
    let identifier = DEREncoder.objectIdentifier(oid)
    let criticality = isCritical ? DEREncoder.boolean(true) : []
    return DEREncoder.sequence([identifier, criticality, DEREncoder.octetString(value)])
  }
}

extension CertificateExtension {
  /// Basic constraints, critical (§4.2.1.9).
  public static func basicConstraints(isCA: Bool, pathLength: Int? = nil) -> CertificateExtension {
    let content = (isCA ? [DEREncoder.boolean(true)] : []) + (pathLength.map { [DEREncoder.integer($0)] } ?? [])
    return CertificateExtension(oid: "2.5.29.19", isCritical: true, value: DEREncoder.sequence(content))
  }

  /// Key usage, critical (§4.2.1.3): bit 0 (digitalSignature) is the highest bit of the byte.
  public static func keyUsage(_ bits: UInt8) -> CertificateExtension {
    let unused = UInt8(bits == 0 ? 0 : bits.trailingZeroBitCount)
    return CertificateExtension(
      oid: "2.5.29.15", isCritical: true, value: DEREncoder.bitString([bits], unusedBits: unused))
  }

  /// Extended key usage, not critical (§4.2.1.12).
  public static func extendedKeyUsage(_ purposes: [String]) -> CertificateExtension {
    CertificateExtension(
      oid: "2.5.29.37", value: DEREncoder.sequence(purposes.map(DEREncoder.objectIdentifier)))
  }

  /// Subject key identifier (§4.2.1.2), of any stable bytes.
  public static func subjectKeyIdentifier(_ identifier: [UInt8]) -> CertificateExtension {
    CertificateExtension(oid: "2.5.29.14", value: DEREncoder.octetString(identifier))
  }

  /// Authority key identifier (§4.2.1.1): the issuer's subject key identifier.
  public static func authorityKeyIdentifier(_ identifier: [UInt8]) -> CertificateExtension {
    CertificateExtension(
      oid: "2.5.29.35", value: DEREncoder.sequence([DEREncoder.element(0x80, identifier)]))
  }
}
