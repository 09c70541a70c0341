internal import COpenSSL

/// SHA-256 (FIPS 180-4), of one piece or of several in a row.
public struct SHA256: Sendable {
  /// The length of a digest, in bytes.
  public static let byteCount = 32

  // The EVP layer costs up to four times as much for short input, and an assertion hashes three short inputs.
  private var context = SHA256_CTX()

  /// A hash of nothing yet.
  public init() {
    SHA256_Init(&context)
  }

  /// Appends bytes to what is hashed.
  public mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }

  /// Appends bytes to what is hashed.
  public mutating func update(_ bytes: ArraySlice<UInt8>) {
    bytes.withUnsafeBytes { update($0) }
  }

  /// Appends bytes to what is hashed.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress, bytes.count > 0 else { return }
    SHA256_Update(&context, start, bytes.count)
  }

  /// The digest of everything appended: 32 bytes. The value is spent after this.
  public consuming func finalize() -> [UInt8] {
    var context = context
    // An array that starts uninitialized would be made by unspecialized code of the standard library: five times as slow.
    var digest = [UInt8](repeating: 0, count: SHA256.byteCount)
    SHA256_Final(&digest, &context)
    return digest
  }

  /// The digest of one piece.
  public static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finalize()
  }

  /// The digest of one piece.
  public static func hash(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finalize()
  }

  /// The digest of a text's UTF-8 bytes.
  public static func hash(_ text: String) -> [UInt8] {
    hash([UInt8](text.utf8))
  }

  /// The digest of two pieces in a row.
  public static func hash(_ first: [UInt8], _ second: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.update(first)
    hash.update(second)
    return hash.finalize()
  }

  /// The digest of several pieces in a row.
  public static func hash(parts: [[UInt8]]) -> [UInt8] {
    var hash = SHA256()
    for part in parts { hash.update(part) }
    return hash.finalize()
  }
}
