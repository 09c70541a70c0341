internal import COpenSSL

/// A private key on a named curve, as OpenSSL holds it.
///
/// It is an EC_KEY, not an EVP_PKEY, because the load generator signs at a rate where the provider layer would count.
/// Sendable because the key is complete when `init` returns and nothing changes it afterwards: OpenSSL only reads it.
final class ECPrivateKey: @unchecked Sendable {
  /// The uncompressed public point (X9.62 §4.3.6).
  let point: [UInt8]
  private let key: OpaquePointer

  /// A new key from OpenSSL's generator.
  convenience init(generatingOn curve: NamedCurve) throws(OpenSSLError) {
    guard let key = EC_KEY_new_by_curve_name(curve.identifier) else { throw .drained("making a key") }
    defer { EC_KEY_free(key) }
    guard EC_KEY_generate_key(key) == 1 else { throw .drained("generating a key") }
    try self.init(copying: key)
  }

  /// The key of a big-endian scalar, which must lie between 1 and the order of the curve less 1.
  convenience init(scalar: [UInt8], on curve: NamedCurve) throws(OpenSSLError) {
    guard let key = EC_KEY_new_by_curve_name(curve.identifier) else { throw .drained("making a key") }
    defer { EC_KEY_free(key) }
    guard let number = BN_bin2bn(scalar, Int32(scalar.count), nil) else { throw .drained("reading a scalar") }
    defer { BN_clear_free(number) }
    guard let group = EC_KEY_get0_group(key), let point = EC_POINT_new(group) else { throw .drained("making a key") }
    defer { EC_POINT_free(point) }
    // The point is computed here, so the range of the scalar is all there is to check; EC_KEY_check_key would cost
    // another multiplication, which counts when millions of keys are derived.
    guard BN_is_zero(number) == 0, BN_cmp(number, EC_GROUP_get0_order(group)) < 0,
      EC_KEY_set_private_key(key, number) == 1, EC_POINT_mul(group, point, number, nil, nil, nil) == 1,
      EC_KEY_set_public_key(key, point) == 1
    else { throw .drained("checking a private scalar") }
    try self.init(copying: key)
  }

  /// The key of a PKCS#8 PrivateKeyInfo (RFC 5958), which must be on the curve and stand alone in the bytes.
  convenience init(pkcs8 der: [UInt8], on curve: NamedCurve) throws(OpenSSLError) {
    let key = try Self.decode(pkcs8: der)
    defer { EC_KEY_free(key) }
    guard EC_GROUP_get_curve_name(EC_KEY_get0_group(key)) == curve.identifier, EC_KEY_check_key(key) == 1
    else { throw .drained("finding the expected curve in a private key") }
    try self.init(copying: key)
  }

  private init(copying source: OpaquePointer) throws(OpenSSLError) {
    guard EC_KEY_up_ref(source) == 1 else { throw .drained("holding a key") }
    EC_KEY_set_conv_form(source, POINT_CONVERSION_UNCOMPRESSED)
    key = source
    point = Self.uncompressedPoint(of: source)
  }

  deinit {
    EC_KEY_free(key)
  }

  /// The DER signature over a message.
  func signature(for message: [UInt8], digest: SignatureDigest) throws(OpenSSLError) -> [UInt8] {
    let hash = digest == .sha256 ? SHA256.hash(message) : Self.sha384(message)
    var size = UInt32(max(0, ECDSA_size(key)))
    var signature = [UInt8](repeating: 0, count: Int(size))
    guard ECDSA_sign(0, hash, Int32(hash.count), &signature, &size, key) == 1 else { throw .drained("signing") }
    return Array(signature.prefix(Int(size)))
  }

  /// The inverse and the first half of a signature to come.
  func nonce() throws(OpenSSLError) -> (inverse: OpaquePointer, r: OpaquePointer) {
    var (inverse, r): (OpaquePointer?, OpaquePointer?)
    guard ECDSA_sign_setup(key, nil, &inverse, &r) == 1, let inverse, let r else { throw .drained("making a nonce") }
    return (inverse, r)
  }

  /// The DER signature over the SHA-256 of a message, with a nonce made ahead.
  func signature(for message: [UInt8], nonce: P256SignatureNonce) throws(OpenSSLError) -> [UInt8] {
    guard let signature = nonce.sign(SHA256.hash(message), with: key) else { throw .drained("signing") }
    defer { ECDSA_SIG_free(signature) }
    return encoded { i2d_ECDSA_SIG(signature, $0) }
  }

  /// The x coordinate of the product with another's point, which must be on the same curve (SP 800-56A §5.7.1.2).
  func sharedSecret(with point: [UInt8]) throws(OpenSSLError) -> [UInt8] {
    OpenSSLError.clear()
    guard let group = EC_KEY_get0_group(key), let other = EC_POINT_new(group) else { throw .drained("making a point") }
    defer { EC_POINT_free(other) }
    guard EC_POINT_oct2point(group, other, point, point.count, nil) == 1 else { throw .drained("reading a point") }
    var secret = [UInt8](repeating: 0, count: Int(EC_GROUP_get_degree(group) + 7) / 8)
    guard ECDH_compute_key(&secret, secret.count, other, key, nil) == Int32(secret.count) else {
      throw .drained("computing a shared secret")
    }
    return secret
  }

  private static func sha384(_ message: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 48) { buffer, count in
      SHA384(message, message.count, buffer.baseAddress)
      count = 48
    }
  }

  /// The SubjectPublicKeyInfo, DER.
  func subjectPublicKeyInfo() -> [UInt8] {
    encoded { i2d_EC_PUBKEY(key, $0) }
  }

  /// The PKCS#8 PrivateKeyInfo, DER.
  func pkcs8() throws(OpenSSLError) -> [UInt8] {
    guard let envelope = EVP_PKEY_new() else { throw .drained("writing PKCS#8") }
    defer { EVP_PKEY_free(envelope) }
    guard EVP_PKEY_set1_EC_KEY(envelope, key) == 1, let info = EVP_PKEY2PKCS8(envelope)
    else { throw .drained("writing PKCS#8") }
    defer { PKCS8_PRIV_KEY_INFO_free(info) }
    return encoded { i2d_PKCS8_PRIV_KEY_INFO(info, $0) }
  }

  /// A key that the caller must free.
  private static func decode(pkcs8 der: [UInt8]) throws(OpenSSLError) -> OpaquePointer {
    OpenSSLError.clear()
    let (info, consumed) = der.withUnsafeBufferPointer { buffer in
      var position = buffer.baseAddress
      let info = d2i_PKCS8_PRIV_KEY_INFO(nil, &position, buffer.count)
      return (info, position.map { $0 - (buffer.baseAddress ?? $0) } ?? 0)
    }
    guard let info else { throw .drained("reading PKCS#8") }
    defer { PKCS8_PRIV_KEY_INFO_free(info) }
    guard consumed == der.count, let key = EVP_PKCS82PKEY(info) else { throw .drained("reading PKCS#8") }
    defer { EVP_PKEY_free(key) }
    guard let ecKey = EVP_PKEY_get1_EC_KEY(key) else { throw .drained("finding an EC key in PKCS#8") }
    return ecKey
  }

  private static func uncompressedPoint(of key: OpaquePointer) -> [UInt8] {
    guard let group = EC_KEY_get0_group(key), let point = EC_KEY_get0_public_key(key) else { return [] }
    let size = EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, nil, 0, nil)
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, buffer.baseAddress, size, nil)
    }
  }

  private func encoded(_ encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32) -> [UInt8] {
    let size = Int(encode(nil))
    guard size > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      var position = buffer.baseAddress
      count = max(0, Int(encode(&position)))
    }
  }
}
