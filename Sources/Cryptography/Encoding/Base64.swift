/// Base64 (RFC 4648): standard with padding on output, lenient about alphabet and padding on input.
public enum Base64 {
  /// The standard alphabet, with padding.
  public static func encode(_ bytes: [UInt8]) -> String {
    encode(bytes, alphabet: standard, padded: true)
  }

  /// The URL alphabet, without padding (RFC 7515 §2).
  public static func encodeURL(_ bytes: [UInt8]) -> String {
    encode(bytes, alphabet: url, padded: false)
  }

  /// The bytes of a text in either alphabet, with or without padding; nil when it is not Base64.
  ///
  /// White space is not tolerated, nor are bits set beyond the last byte: each value has one text per alphabet.
  public static func decode(_ text: String) -> [UInt8]? {
    var text = text
    return text.withUTF8 { decode(utf8: $0) }
  }

  /// The bytes of a text given as UTF-8; nil when it is not Base64.
  public static func decode(utf8 text: [UInt8]) -> [UInt8]? {
    text.withUnsafeBufferPointer { decode(utf8: $0) }
  }

  static func decode(utf8 text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard let length = lengthWithoutPadding(text), length % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(length * 3 / 4)
    var bits: UInt32 = 0
    var held: UInt32 = 0
    for position in 0..<length {
      let digit = values[Int(text[position])]
      if digit == invalid { return nil }
      bits = (bits << 6) | UInt32(digit)
      held += 6
      if held >= 8 {
        held -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> held))
      }
    }
    return bits & ((1 << held) - 1) == 0 ? bytes : nil
  }

  /// The count of digits, or nil when the padding is not what the length asks for.
  private static func lengthWithoutPadding(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    var length = text.count
    while length > 0, text[length - 1] == padding { length -= 1 }
    let padded = text.count - length
    return padded == 0 || (padded <= 2 && text.count % 4 == 0) ? length : nil
  }

  private static func encode(_ bytes: [UInt8], alphabet: [UInt8], padded: Bool) -> String {
    let full = (bytes.count + 2) / 3 * 4
    return String(unsafeUninitializedCapacity: full) { buffer in
      var written = 0
      for start in stride(from: 0, to: bytes.count, by: 3) {
        let present = min(3, bytes.count - start)
        var group = UInt32(bytes[start]) << 16
        if present > 1 { group |= UInt32(bytes[start + 1]) << 8 }
        if present > 2 { group |= UInt32(bytes[start + 2]) }
        for digit in 0..<4 where digit <= present || padded {
          let value = Int((group >> UInt32(18 - 6 * digit)) & 63)
          buffer[written] = digit <= present ? alphabet[value] : padding
          written += 1
        }
      }
      return written
    }
  }

  private static let padding = UInt8(ascii: "=")
  private static let invalid: UInt8 = 0xFF
  private static let standard = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let url = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  private static let values: [UInt8] = {
    var table = [UInt8](repeating: invalid, count: 256)
    for alphabet in [standard, url] {
      for (value, digit) in alphabet.enumerated() { table[Int(digit)] = UInt8(value) }
    }
    return table
  }()
}
