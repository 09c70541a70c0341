internal import COpenSSL

/// A public key on P-256, held as its X9.63 point.
///
/// The value is 65 bytes and nothing else, so it is `Sendable`; verification uses an OpenSSL key that belongs to the
/// calling thread, so any number of threads verify at once without a lock, and no key is ever decoded on the way.
public struct P256PublicKey: Sendable, Hashable {
  /// The length of an uncompressed point, in bytes.
  public static let byteCount = 65

  /// The uncompressed point: 0x04, x, y (X9.63 §4.3.6).
  public let x963: [UInt8]

  /// Takes an uncompressed point that lies on the curve.
  public init(x963 point: [UInt8]) throws(PublicKeyError) {
    guard point.count == P256PublicKey.byteCount, point.first == 0x04 else { throw .malformed }
    guard P256Verifier.ofThisThread.setPoint(point) else { throw .notOnCurve }
    x963 = point
  }

  /// Takes a SubjectPublicKeyInfo (RFC 5280 §4.1) in DER. Too slow for a hot path: store the point.
  public init(spki der: [UInt8]) throws(PublicKeyError) {
    guard let point = P256PublicKey.point(spki: der) else { throw .malformed }
    try self.init(x963: point)
  }

  /// Whether a DER-encoded ECDSA signature is this key's over the SHA-256 of a message.
  public func isValidSignature(_ der: [UInt8], for message: [UInt8]) -> Bool {
    isValidSignature(der, forDigest: SHA256.hash(message))
  }

  /// Whether a DER-encoded ECDSA signature is this key's over a digest.
  public func isValidSignature(_ der: [UInt8], forDigest digest: [UInt8]) -> Bool {
    let verifier = P256Verifier.ofThisThread
    return verifier.setPoint(x963) && verifier.isValidSignature(der, forDigest: digest)
  }

  private static func point(spki der: [UInt8]) -> [UInt8]? {
    defer { OpenSSLError.clear() }
    let key = der.withUnsafeBufferPointer { buffer -> OpaquePointer? in
      var cursor = buffer.baseAddress
      guard let key = d2i_EC_PUBKEY(nil, &cursor, buffer.count) else { return nil }
      guard let end = cursor, end == buffer.baseAddress.map({ $0 + buffer.count }) else {
        EC_KEY_free(key)
        return nil
      }
      return key
    }
    guard let key else { return nil }
    defer { EC_KEY_free(key) }
    guard let group = EC_KEY_get0_group(key), EC_GROUP_get_curve_name(group) == NID_X9_62_prime256v1 else { return nil }
    var point = [UInt8](repeating: 0, count: byteCount)
    let written = EC_POINT_point2oct(
      group, EC_KEY_get0_public_key(key), POINT_CONVERSION_UNCOMPRESSED, &point, byteCount, nil)
    return written == byteCount ? point : nil
  }
}

/// Why bytes are not a public key.
public enum PublicKeyError: Error, Equatable, Sendable {
  /// Not an uncompressed P-256 point, or not a SubjectPublicKeyInfo of one.
  case malformed
  /// The coordinates are not a point of the curve.
  case notOnCurve
}
