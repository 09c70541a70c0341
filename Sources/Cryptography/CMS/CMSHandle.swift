internal import COpenSSL

/// Owns an OpenSSL CMS object for as long as it is read.
struct CMSHandle: ~Copyable {
  private let handle: OpaquePointer

  /// Above any message that a caller may pass on (64 KiB), with room for its base64 decoded wrongly.
  private static let sizeLimit = 256 * 1024
  private static let certificateLimit = 8

  init(ber bytes: [UInt8]) throws(SignedMessageError) {
    guard bytes.count <= CMSHandle.sizeLimit, let handle = CMSHandle.parse(bytes) else { throw .malformed }
    self.handle = handle
  }

  deinit {
    CMS_ContentInfo_free(handle)
  }

  var content: [UInt8]? {
    guard let slot = CMS_get0_content(handle) else { return nil }
    return [UInt8](asn1: slot.pointee)
  }

  var certificates: [[UInt8]] {
    let stack = CMS_get1_certs(handle)
    defer { CMSHandle.free(stack) }
    return (0..<max(0, min(OPENSSL_sk_num(stack), Int32(CMSHandle.certificateLimit)))).compactMap {
      Certificate.encode(OpaquePointer(OPENSSL_sk_value(stack, $0)))
    }
  }

  /// The signature of the only signer, and the position of its certificate among `certificates`.
  func onlySigner() throws(SignedMessageError) -> (signature: [UInt8], certificate: Int) {
    let signers = CMS_get0_SignerInfos(handle)
    guard OPENSSL_sk_num(signers) == 1 else { throw .unsupportedSigner }
    let signer = OpaquePointer(OPENSSL_sk_value(signers, 0))
    guard CMS_signed_get_attr_count(signer) <= 0, CMSHandle.isECDSAWithSHA256(signer),
      let signature = [UInt8](asn1: CMS_SignerInfo_get0_signature(signer)),
      let position = position(of: signer)
    else { throw .unsupportedSigner }
    return (signature, position)
  }

  private func position(of signer: OpaquePointer?) -> Int? {
    let stack = CMS_get1_certs(handle)
    defer { CMSHandle.free(stack) }
    return (0..<max(0, min(OPENSSL_sk_num(stack), Int32(CMSHandle.certificateLimit)))).first {
      CMS_SignerInfo_cert_cmp(signer, OpaquePointer(OPENSSL_sk_value(stack, $0))) == 0
    }.map(Int.init)
  }

  private static func isECDSAWithSHA256(_ signer: OpaquePointer?) -> Bool {
    var (digest, signature): (UnsafeMutablePointer<X509_ALGOR>?, UnsafeMutablePointer<X509_ALGOR>?) = (nil, nil)
    CMS_SignerInfo_get0_algs(signer, nil, nil, &digest, &signature)
    guard let digest, let signature else { return false }
    return OBJ_obj2nid(digest.pointee.algorithm) == NID_sha256
      && OBJ_obj2nid(signature.pointee.algorithm) == NID_ecdsa_with_SHA256
  }

  private static func parse(_ bytes: [UInt8]) -> OpaquePointer? {
    bytes.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return nil }
      var cursor: UnsafePointer<UInt8>? = start
      var made = CMS_ContentInfo_new_ex(KeylessLibrary.shared.context, nil)
      // On failure OpenSSL frees the object itself.
      guard d2i_CMS_ContentInfo(&made, &cursor, buffer.count) != nil else { return nil }
      guard cursor == start + buffer.count, OBJ_obj2nid(CMS_get0_type(made)) == NID_pkcs7_signed,
        OBJ_obj2nid(CMS_get0_eContentType(made)) == NID_pkcs7_data
      else {
        CMS_ContentInfo_free(made)
        return nil
      }
      return made
    }
  }

  private static func free(_ stack: OpaquePointer?) {
    for index in 0..<max(0, OPENSSL_sk_num(stack)) { X509_free(OpaquePointer(OPENSSL_sk_value(stack, index))) }
    OPENSSL_sk_free(stack)
  }
}

/// An OpenSSL library context without algorithms.
///
/// Parsing a message in the ordinary context decodes the key of each embedded certificate, at 150 microseconds each;
/// here the keys stay undecoded. The certificates themselves are parsed again, or found in a cache, before use.
/// `@unchecked Sendable`: made once, never changed, and OpenSSL's library contexts may be used from any thread.
private final class KeylessLibrary: @unchecked Sendable {
  static let shared = KeylessLibrary()
  let context: OpaquePointer?

  private init() {
    context = OSSL_LIB_CTX_new()
    // Without the null provider OpenSSL would load its default one at first use. Were this to fail, parsing is slower.
    OSSL_PROVIDER_load(context, "null")
  }
}
