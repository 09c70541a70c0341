internal import COpenSSL
internal import Synchronization

/// The part of one ECDSA signature on P-256 that depends neither on the key nor on the message, made ahead of it.
///
/// For load generators: a device signs on its own processor, they share one with the server they measure.
///
/// `@unchecked Sendable`: the numbers never change, and are read once, by whoever spends the nonce first.
public final class P256SignatureNonce: @unchecked Sendable {
  private let inverse: OpaquePointer
  private let r: OpaquePointer
  private let isSpent = Atomic(false)

  /// A new one. The key only says which curve it is for.
  public init(for key: P256PrivateKey) throws(OpenSSLError) {
    (inverse, r) = try key.key.nonce()
  }

  deinit {
    BN_clear_free(inverse)
    BN_clear_free(r)
  }

  /// Signs a digest; nil when the nonce was used before, because two signatures with one give the key away.
  func sign(_ digest: [UInt8], with key: OpaquePointer) -> OpaquePointer? {
    guard !isSpent.exchange(true, ordering: .acquiringAndReleasing) else { return nil }
    return ECDSA_do_sign_ex(digest, Int32(digest.count), inverse, r, key)
  }
}
