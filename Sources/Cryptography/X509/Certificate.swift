internal import COpenSSL
public import FoundationEssentials

/// An X.509 certificate (RFC 5280) as parsed: nothing about it is trusted yet.
///
/// `@unchecked Sendable`: the OpenSSL object is owned by this instance, complete after `init` (its lazily computed
/// parts are computed there), and only read afterwards, which OpenSSL allows from any number of threads.
public final class Certificate: @unchecked Sendable {
  /// The encoding.
  public let der: [UInt8]
  /// The SHA-256 fingerprint of the encoding.
  public let sha256: [UInt8]
  /// The first instant of validity.
  public let notBefore: Date
  /// The end of validity. RFC 5280 counts this very second in; OpenSSL, which judges, does not.
  public let notAfter: Date

  let handle: OpaquePointer
  private let p256: Result<P256PublicKey, PublicKeyError>

  /// Parses a certificate that is exactly its own DER encoding, nothing after it.
  public convenience init(der: [UInt8]) throws(CertificateError) {
    try self.init(der: der, library: nil)
  }

  /// Parses a certificate that is expected to have an EC key, twice as fast. With any other key it is parsed as well, and
  /// no chain leads from it to an anchor.
  public convenience init(ofECKey der: [UInt8]) throws(CertificateError) {
    try self.init(der: der, library: ECLibrary.shared.context)
  }

  private init(der: [UInt8], library: OpaquePointer?) throws(CertificateError) {
    guard der.count <= Certificate.sizeLimit, let handle = Certificate.parse(der, library: library) else {
      throw .malformed
    }
    guard let notBefore = Date(asn1: X509_get0_notBefore(handle)), let notAfter = Date(asn1: X509_get0_notAfter(handle))
    else {
      X509_free(handle)
      throw .malformed
    }
    (self.handle, self.der, sha256) = (handle, der, SHA256.hash(der))
    (self.notBefore, self.notAfter) = (notBefore, notAfter)
    p256 = Result { () throws(PublicKeyError) in try Certificate.p256PublicKey(handle) }
  }

  deinit {
    X509_free(handle)
  }

  /// The subject, one line, for people.
  public var subject: String { Certificate.text(X509_get_subject_name(handle)) }

  /// The issuer, one line, for people.
  public var issuer: String { Certificate.text(X509_get_issuer_name(handle)) }

  /// Whether basic constraints (RFC 5280 §4.2.1.9) say that this may issue certificates.
  public var isCA: Bool { X509_get_extension_flags(handle) & UInt32(EXFLAG_CA) != 0 }

  /// Whether subject and issuer are the same and the signature is the certificate's own.
  public var isSelfSigned: Bool {
    defer { OpenSSLError.clear() }
    guard X509_NAME_cmp(X509_get_subject_name(handle), X509_get_issuer_name(handle)) == 0 else { return false }
    return X509_verify(handle, X509_get0_pubkey(handle)) == 1
  }

  /// Whether the issuer's name is the other's subject.
  public func namesAsIssuer(_ other: Certificate) -> Bool {
    X509_NAME_cmp(X509_get_issuer_name(handle), X509_get_subject_name(other.handle)) == 0
  }

  /// The content of the extension with that dotted identifier; nil when absent or given twice.
  public func extensionValue(_ identifier: String) -> [UInt8]? {
    guard let object = OBJ_txt2obj(identifier, 1) else {
      OpenSSLError.clear()
      return nil
    }
    defer { ASN1_OBJECT_free(object) }
    let position = X509_get_ext_by_OBJ(handle, object, -1)
    guard position >= 0, X509_get_ext_by_OBJ(handle, object, position) < 0 else { return nil }
    return [UInt8](asn1: X509_EXTENSION_get_data(X509_get_ext(handle, position)))
  }

  /// The purposes of the extended key usage extension (RFC 5280 §4.2.1.12), as dotted identifiers; nil when absent.
  public var extendedKeyUsages: [String]? {
    guard let usages = OpaquePointer(X509_get_ext_d2i(handle, NID_ext_key_usage, nil, nil)) else { return nil }
    defer { EXTENDED_KEY_USAGE_free(usages) }
    return (0..<max(0, OPENSSL_sk_num(usages))).map { index in
      Certificate.identifier(OpaquePointer(OPENSSL_sk_value(usages, index)))
    }
  }

  /// The public key's point, when the key is on P-256.
  public func p256PublicKey() throws(PublicKeyError) -> P256PublicKey {
    try p256.get()
  }

  /// The point of a certificate that is read for its key only: eight times as fast as parsing all of it.
  public static func p256PublicKey(der: [UInt8]) throws(PublicKeyError) -> P256PublicKey {
    guard der.count <= sizeLimit,
      let handle = parse(der, library: KeylessLibrary.shared.context, readsExtensions: false)
    else { throw .malformed }
    defer { X509_free(handle) }
    return try p256PublicKey(handle)
  }

  private static func p256PublicKey(_ handle: OpaquePointer) throws(PublicKeyError) -> P256PublicKey {
    var (algorithm, bytes, count): (OpaquePointer?, UnsafePointer<UInt8>?, Int32) = (nil, nil, 0)
    var parameters: UnsafeMutablePointer<X509_ALGOR>?
    let key = X509_get_X509_PUBKEY(handle)
    guard X509_PUBKEY_get0_param(&algorithm, &bytes, &count, &parameters, key) == 1,
      OBJ_obj2nid(algorithm) == NID_X9_62_id_ecPublicKey,
      let curve = parameters?.pointee.parameter, curve.pointee.type == V_ASN1_OBJECT,
      OBJ_obj2nid(curve.pointee.value.object) == NID_X9_62_prime256v1
    else { throw .malformed }
    return try P256PublicKey(x963: [UInt8](UnsafeBufferPointer(start: bytes, count: Int(count))))
  }

  /// Far above Apple's certificates (about 1 KB), far below what could hurt.
  private static let sizeLimit = 16 * 1024
}

/// Why bytes are not a certificate.
public enum CertificateError: Error, Equatable, Sendable {
  /// Not exactly one certificate in DER, or an extension in it cannot be read.
  case malformed
}
