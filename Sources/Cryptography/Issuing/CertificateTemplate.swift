public import Foundation

/// What a certificate is to say, before an issuer signs it.
public struct CertificateTemplate: Sendable {
  /// The subject's name.
  public var subject: DistinguishedName
  /// The first instant of validity, in whole seconds.
  public var notBefore: Date
  /// The last instant of validity, in whole seconds.
  public var notAfter: Date
  /// The serial number: big-endian, not negative.
  public var serial: [UInt8]
  /// The certified key, DER.
  public var subjectPublicKeyInfo: [UInt8]
  /// The extensions in order.
  public var extensions: [CertificateExtension]

  /// A template; without a serial number it gets 16 random bytes.
  public init(
    subject: DistinguishedName, notBefore: Date, notAfter: Date, serial: [UInt8]? = nil,
    subjectPublicKeyInfo: [UInt8], extensions: [CertificateExtension]
  ) {
    self.subject = subject
    self.notBefore = notBefore
    self.notAfter = notAfter
    self.serial = serial ?? [0x40 | SecureRandom.bytes(1)[0] & 0x3F] + SecureRandom.bytes(15)
    self.subjectPublicKeyInfo = subjectPublicKeyInfo
    self.extensions = extensions
  }
}
