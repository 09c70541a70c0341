internal import COpenSSL

/// The names and the serial number of a certificate: what an issuer, or a signer of messages, says of itself.
public struct CertificateIdentity: Sendable {
  /// The whole certificate, DER.
  public let der: [UInt8]
  /// Who it is about.
  public let subject: DistinguishedName
  /// Who signed it.
  public let issuer: DistinguishedName
  /// The serial number as a DER INTEGER.
  public let serialDER: [UInt8]

  /// Reads a certificate, DER, with nothing after it.
  public init(der: [UInt8]) throws(OpenSSLError) {
    OpenSSLError.clear()
    let (parsed, consumed) = der.withUnsafeBufferPointer { buffer in
      var position = buffer.baseAddress
      let parsed = d2i_X509(nil, &position, buffer.count)
      return (parsed, position.map { $0 - (buffer.baseAddress ?? $0) } ?? 0)
    }
    guard let parsed else { throw .drained("reading a certificate") }
    defer { X509_free(parsed) }
    guard consumed == der.count else { throw .drained("reading a certificate to its end") }
    self.der = der
    subject = DistinguishedName(der: Self.encoded { i2d_X509_NAME(X509_get_subject_name(parsed), $0) })
    issuer = DistinguishedName(der: Self.encoded { i2d_X509_NAME(X509_get_issuer_name(parsed), $0) })
    serialDER = Self.encoded { i2d_ASN1_INTEGER(X509_get_serialNumber(parsed), $0) }
  }

  private static func encoded(_ encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32) -> [UInt8] {
    let size = Int(encode(nil))
    guard size > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      var position = buffer.baseAddress
      count = max(0, Int(encode(&position)))
    }
  }
}
