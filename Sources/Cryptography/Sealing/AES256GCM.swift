internal import COpenSSL

/// Authenticated encryption with AES-256 in Galois/Counter Mode (NIST SP 800-38D).
///
/// A sealed value is the 12-byte nonce, the ciphertext, and the 16-byte tag, in a row.
/// A random nonce allows 2^32 values under one key (§8.3): rotate keys long before that.
public enum AES256GCM {
  /// The length of a key, in bytes.
  public static let keyByteCount = 32
  static let nonceByteCount = 12
  static let tagByteCount = 16

  /// Encrypts under a fresh random nonce. The associated data is bound to the value but not stored in it.
  public static func seal(
    _ plaintext: [UInt8], key: [UInt8], associatedData: [UInt8] = []
  ) throws(OpenSSLError) -> [UInt8] {
    try seal(plaintext, key: key, associatedData: associatedData, nonce: SecureRandom.bytes(nonceByteCount))
  }

  /// Decrypts; throws when the value, the key or the associated data is not what was sealed.
  public static func open(
    _ sealed: [UInt8], key: [UInt8], associatedData: [UInt8] = []
  ) throws(OpenSSLError) -> [UInt8] {
    guard sealed.count >= nonceByteCount + tagByteCount else { throw .drained("opening a value that is too short") }
    let nonce = Array(sealed.prefix(nonceByteCount))
    let body = Array(sealed[nonceByteCount..<(sealed.count - tagByteCount)])
    var tag = Array(sealed.suffix(tagByteCount))
    let context = try CipherContext(key: key, nonce: nonce, isSealing: false)
    guard context.setTag(&tag) else { throw .drained("setting the tag") }
    try context.bind(associatedData)
    return try context.transform(body)
  }

  static func seal(
    _ plaintext: [UInt8], key: [UInt8], associatedData: [UInt8], nonce: [UInt8]
  ) throws(OpenSSLError) -> [UInt8] {
    let context = try CipherContext(key: key, nonce: nonce, isSealing: true)
    try context.bind(associatedData)
    let ciphertext = try context.transform(plaintext)
    return nonce + ciphertext + (try context.tag())
  }
}
