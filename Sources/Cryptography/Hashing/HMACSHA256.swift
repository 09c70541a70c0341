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
