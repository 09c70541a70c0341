import Foundation

/// Base32 text (RFC 4648, section 6) to bytes.
enum Base32Text {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

  /// The bytes, or nil for a character outside the alphabet, a length that no encoder makes, or left-over bits that are set.
  static func decode(_ text: String) -> Data? {
    let symbols = text.uppercased().utf8.reversed().drop { $0 == UInt8(ascii: "=") }.reversed()
    guard ![1, 3, 6].contains(symbols.count % 8) else { return nil }
    var bytes = Data()
    var buffer: UInt32 = 0
    var bits = 0
    for symbol in symbols {
      guard let value = alphabet.firstIndex(of: symbol) else { return nil }
      buffer = (buffer << 5 | UInt32(value)) & 0xfff
      bits += 5
      guard bits >= 8 else { continue }
      bits -= 8
      bytes.append(UInt8(truncatingIfNeeded: buffer >> bits))
    }
    return buffer & ((1 << bits) - 1) == 0 ? bytes : nil
  }
}
