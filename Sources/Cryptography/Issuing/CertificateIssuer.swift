import Foundation

/// Signs certificates in one name with one key.
public struct CertificateIssuer: Sendable {
  /// The issuer's name, which must be the subject of its own certificate.
  public let name: DistinguishedName
  /// The issuer's key.
  public let key: any SigningKey

  /// An issuer. For a self-signed root, `name` is the template's subject and `key` the certified key's.
  public init(name: DistinguishedName, key: any SigningKey) {
    self.name = name
    self.key = key
  }

  /// The certificate, DER (RFC 5280 §4.1).
  public func issue(_ template: CertificateTemplate, digest: SignatureDigest) throws(OpenSSLError) -> [UInt8] {
    let body = DEREncoder.sequence([
      DEREncoder.explicit(0, DEREncoder.integer(2)),
      DEREncoder.unsignedInteger(template.serial),
      digest.algorithmIdentifier,
      name.der,
      DEREncoder.sequence([Self.time(template.notBefore), Self.time(template.notAfter)]),
      template.subject.der,
      template.subjectPublicKeyInfo,
      DEREncoder.explicit(3, DEREncoder.sequence(template.extensions.map(\.der))),
    ])
    let signature = try key.signature(for: body, digest: digest)
    return DEREncoder.sequence([body, digest.algorithmIdentifier, DEREncoder.bitString(signature)])
  }

  /// UTCTime until 2049, GeneralizedTime from then on (§4.1.2.5).
  private static func time(_ instant: Date) -> [UInt8] {
    var seconds = time_t(instant.timeIntervalSince1970.rounded(.down))
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let year = Int(parts.tm_year) + 1900
    let rest = [parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec]
    let digits = rest.map { twoDigits(Int($0)) }.joined() + "Z"
    if (1950..<2050).contains(year) {
      return DEREncoder.element(0x17, [UInt8]((twoDigits(year % 100) + digits).utf8))
    }
    return DEREncoder.element(0x18, [UInt8]((twoDigits(year / 100) + twoDigits(year % 100) + digits).utf8))
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
