internal import COpenSSL
internal import Glibc

/// One thread's OpenSSL key, whose point is set anew for each verification.
///
/// Building an OpenSSL key costs 11 to 110 microseconds; setting the point of one that exists costs one.
/// The instance never leaves the thread that made it: `ofThisThread` is the only way to get one.
final class P256Verifier {
  private let key: OpaquePointer
  private let group: OpaquePointer
  private let point: OpaquePointer

  private init() {
    // These fail only without memory or without P-256, and nothing can be verified without either.
    guard let key = EC_KEY_new_by_curve_name(NID_X9_62_prime256v1), let group = EC_KEY_get0_group(key),
      let point = EC_POINT_new(group)
    else { preconditionFailure("OpenSSL has no P-256") }
    (self.key, self.group, self.point) = (key, group, point)
  }

  deinit {
    EC_POINT_free(point)
    EC_KEY_free(key)
  }

  /// Makes this the key to verify with; false when the bytes are not a point of the curve.
  func setPoint(_ x963: [UInt8]) -> Bool {
    let set =
      EC_POINT_oct2point(group, point, x963, x963.count, nil) == 1 && EC_KEY_set_public_key(key, point) == 1
    if !set { OpenSSLError.clear() }
    return set
  }

  /// Whether the signature (strict DER) is the set key's over the digest.
  func isValidSignature(_ der: [UInt8], forDigest digest: [UInt8]) -> Bool {
    let valid = ECDSA_verify(0, digest, Int32(clamping: digest.count), der, Int32(clamping: der.count), key) == 1
    if !valid { OpenSSLError.clear() }
    return valid
  }

  /// The calling thread's instance, made at its first use and freed when the thread ends.
  static var ofThisThread: P256Verifier {
    if let held = pthread_getspecific(slot) {
      return Unmanaged<P256Verifier>.fromOpaque(held).takeUnretainedValue()
    }
    let made = P256Verifier()
    pthread_setspecific(slot, Unmanaged.passRetained(made).toOpaque())
    return made
  }

  private static let slot: pthread_key_t = {
    var key = pthread_key_t()
    let made = pthread_key_create(&key, releaseVerifier)
    precondition(made == 0, "no thread-specific storage left")
    return key
  }()
}

/// Called by the thread library as a thread ends, with what `ofThisThread` retained.
private func releaseVerifier(_ held: UnsafeMutableRawPointer?) {
  if let held { Unmanaged<P256Verifier>.fromOpaque(held).release() }
}
