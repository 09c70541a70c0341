internal import COpenSSL

/// HMAC with SHA-256 (RFC 2104).
public enum HMACSHA256 {
  /// The authentication code of a message: 32 bytes. A key may have any length.
  public static func authenticate(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: SHA256.byteCount) { buffer, count in
      let made = HMAC(EVP_sha256(), key, Int32(key.count), message, message.count, buffer.baseAddress, nil)
      // OpenSSL fails here only when it has no memory or no SHA-256, and nothing can go on without either.
      precondition(made != nil, "HMAC with SHA-256 is not available")
      count = SHA256.byteCount
    }
  }

  /// Whether a code is the message's, compared in constant time.
  public static func isValid(_ code: [UInt8], for message: [UInt8], key: [UInt8]) -> Bool {
    constantTimeEquals(code, authenticate(message, key: key))
  }
}

/// A key of HMAC with SHA-256 (RFC 2104), prepared: what depends on the key alone is hashed once.
///
/// OpenSSL sets a key up anew for each message, which costs as much as a dozen blocks of hashing; a hot path makes one
/// code a request.
public struct HMACSHA256Key: Sendable {
  private static let blockLength = 64
  private let inner: SHA256
  private let outer: SHA256

  /// Prepares a key of any length.
  public init(_ key: [UInt8]) {
    var block = key.count > Self.blockLength ? SHA256.hash(key) : key
    block += [UInt8](repeating: 0, count: Self.blockLength - block.count)
    var (inner, outer) = (SHA256(), SHA256())
    inner.update(block.map { $0 ^ 0x36 })
    outer.update(block.map { $0 ^ 0x5C })
    (self.inner, self.outer) = (inner, outer)
  }

  /// The authentication code of a message: 32 bytes.
  public func authenticate(_ message: [UInt8]) -> [UInt8] {
    var (inner, outer) = (inner, outer)
    inner.update(message)
    outer.update(inner.finalize())
    return outer.finalize()
  }
}
