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
    var bytes = [UInt8](repeating: 0, count: length * 3 / 4)
    let isValid = bytes.withUnsafeMutableBufferPointer { output in
      values.withUnsafeBufferPointer { decode(text[..<length], by: $0, into: output) }
    }
    return isValid ? bytes : nil
  }

  /// Decodes digits without their padding. `output` has room for exactly what they say.
  private static func decode(
    _ digits: Slice<UnsafeBufferPointer<UInt8>>, by values: UnsafeBufferPointer<UInt8>,
    into output: UnsafeMutableBufferPointer<UInt8>
  ) -> Bool {
    let text = UnsafeBufferPointer(rebasing: digits)
    // Every valid value is below 64: any higher bit in the union of all of them betrays a byte that is no digit.
    var (bits, union): (UInt32, UInt8) = (0, 0)
    var (read, written) = (0, 0)
    while read + 4 <= text.count {
      let (a, b) = (values[Int(text[read])], values[Int(text[read + 1])])
      let (c, d) = (values[Int(text[read + 2])], values[Int(text[read + 3])])
      union |= a | b | c | d
      bits = UInt32(a) << 18 | UInt32(b) << 12 | UInt32(c) << 6 | UInt32(d)
      output[written] = UInt8(truncatingIfNeeded: bits >> 16)
      output[written + 1] = UInt8(truncatingIfNeeded: bits >> 8)
      output[written + 2] = UInt8(truncatingIfNeeded: bits)
      read += 4
      written += 3
    }
    // The last two or three digits, whose bits beyond the last byte must be zero.
    let left = text.count - read
    guard left > 0 else { return union < 64 }
    let (a, b) = (values[Int(text[read])], values[Int(text[read + 1])])
    let c = left == 3 ? values[Int(text[read + 2])] : 0
    output[written] = a << 2 | b >> 4
    guard left == 3 else { return union | a | b < 64 && b & 0x0F == 0 }
    output[written + 1] = b << 4 | c >> 2
    return union | a | b | c < 64 && c & 0x03 == 0
  }

  /// The count of digits, or nil when the padding is not what the length asks for.
  private static func lengthWithoutPadding(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    var length = text.count
    while length > 0, text[length - 1] == padding { length -= 1 }
    let padded = text.count - length
    return padded == 0 || (padded <= 2 && text.count % 4 == 0) ? length : nil
  }

  private static func encode(_ bytes: [UInt8], alphabet: [UInt8], padded: Bool) -> String {
    let capacity = (bytes.count + 2) / 3 * 4
    return String(unsafeUninitializedCapacity: capacity) { output in
      alphabet.withUnsafeBufferPointer { alphabet in
        bytes.withUnsafeBufferPointer { encode($0, by: alphabet, padded: padded, into: output) }
      }
    }
  }

  /// Returns how many digits and padding were written.
  private static func encode(
    _ bytes: UnsafeBufferPointer<UInt8>, by alphabet: UnsafeBufferPointer<UInt8>, padded: Bool,
    into output: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    var (read, written) = (0, 0)
    while read + 3 <= bytes.count {
      let group = UInt32(bytes[read]) << 16 | UInt32(bytes[read + 1]) << 8 | UInt32(bytes[read + 2])
      output[written] = alphabet[Int(group >> 18)]
      output[written + 1] = alphabet[Int(group >> 12 & 63)]
      output[written + 2] = alphabet[Int(group >> 6 & 63)]
      output[written + 3] = alphabet[Int(group & 63)]
      read += 3
      written += 4
    }
    guard read < bytes.count else { return written }
    let group = UInt32(bytes[read]) << 16 | (read + 1 < bytes.count ? UInt32(bytes[read + 1]) << 8 : 0)
    let digits = bytes.count - read + 1
    for digit in 0..<4 where digit < digits || padded {
      output[written] = digit < digits ? alphabet[Int(group >> UInt32(18 - 6 * digit) & 63)] : padding
      written += 1
    }
    return written
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
