import Cryptography

/// A secret that is built into an app.
public struct AppCodeSecret: Sendable, Equatable {
  /// RFC 4226 (section 4, R6) asks for 128 bits at least; more than a block of SHA-256 adds nothing.
  static let lengths = 16...64
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

  let bytes: [UInt8]

  /// A new secret of 32 random bytes.
  public init() {
    bytes = SecureRandom.bytes(32)
  }

  /// Reads base32 text; nil when it is none, or has fewer than 16 bytes or more than 64.
  public init?(base32 text: String) {
    guard let bytes = Base32.decode(text), Self.lengths.contains(bytes.count) else { return nil }
    self.bytes = bytes
  }

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The text for the app: base32 without padding.
  public var base32: String {
    var text: [UInt8] = []
    var (buffer, bits) = (UInt32(0), 0)
    for byte in bytes {
      (buffer, bits) = ((buffer << 8 | UInt32(byte)) & 0xffff, bits + 8)
      while bits >= 5 {
        bits -= 5
        text.append(Self.alphabet[Int(buffer >> bits & 31)])
      }
    }
    if bits > 0 { text.append(Self.alphabet[Int(buffer << (5 - bits) & 31)]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// What names the secret without telling it.
  public var fingerprint: String { Hex.encode(Array(SHA256.hash(bytes).prefix(4))) }
}
