/// Percent-encoding of paths and queries (RFC 3986, 2.1).
enum PercentEncoding {
  /// The decoded text; nil when it is not well formed, not UTF-8, or holds a zero byte.
  static func decode(_ text: Substring) -> String? {
    var text = text
    return text.withUTF8(decode)
  }

  /// The decoded text; nil when it is not well formed, not UTF-8, or holds a zero byte.
  static func decode(_ text: UnsafeBufferPointer<UInt8>) -> String? {
    guard text.contains(where: { $0 == UInt8(ascii: "%") || $0 >= 0x80 }) else {
      return String(decoding: text, as: UTF8.self)
    }
    var bytes: [UInt8] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
