/// Writes DER (X.690 §10) piece by piece: what certificates and signed messages are made of when we issue them.
///
/// It writes only. Reading is OpenSSL's work, so that a mistake here is found by other code.
public enum DEREncoder {
  /// A tag, a definite length of the shortest form, and the content.
  public static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    [tag] + length(content.count) + content
  }

  /// A SEQUENCE of already encoded parts.
  public static func sequence(_ parts: [[UInt8]]) -> [UInt8] {
    element(0x30, Array(parts.joined()))
  }

  /// A SET of already encoded parts, in the order given.
  public static func set(_ parts: [[UInt8]]) -> [UInt8] {
    element(0x31, Array(parts.joined()))
  }

  /// An INTEGER.
  public static func integer(_ value: Int) -> [UInt8] {
    var bytes = withUnsafeBytes(of: Int64(value).bigEndian) { [UInt8]($0) }
    while bytes.count > 1, bytes[0] == 0 && bytes[1] < 0x80 || bytes[0] == 0xFF && bytes[1] >= 0x80 {
      bytes.removeFirst()
    }
    return element(0x02, bytes)
  }

  /// An INTEGER from the big-endian bytes of a number that is not negative.
  public static func unsignedInteger(_ magnitude: [UInt8]) -> [UInt8] {
    var bytes = Array(magnitude.drop { $0 == 0 })
    if (bytes.first ?? 0x80) >= 0x80 { bytes.insert(0, at: 0) }
    return element(0x02, bytes)
  }

  /// A BOOLEAN.
  public static func boolean(_ value: Bool) -> [UInt8] {
    element(0x01, [value ? 0xFF : 0x00])
  }

  /// NULL.
  public static var null: [UInt8] { element(0x05, []) }

  /// An OCTET STRING.
  public static func octetString(_ bytes: [UInt8]) -> [UInt8] {
    element(0x04, bytes)
  }

  /// A BIT STRING whose last bits are unused.
  public static func bitString(_ bytes: [UInt8], unusedBits: UInt8 = 0) -> [UInt8] {
    element(0x03, [unusedBits] + bytes)
  }

  /// A UTF8String.
  public static func utf8String(_ text: String) -> [UInt8] {
    element(0x0C, [UInt8](text.utf8))
  }

  /// An OBJECT IDENTIFIER from its dotted text; components that are not numbers are left out.
  public static func objectIdentifier(_ dotted: String) -> [UInt8] {
    let arcs = dotted.split(separator: ".").compactMap { UInt($0) }
    guard arcs.count >= 2 else { return element(0x06, []) }
    return element(0x06, base128(arcs[0] * 40 + arcs[1]) + arcs.dropFirst(2).flatMap(base128))
  }

  /// A context-specific, constructed element around already encoded content (X.690 §8.1.2.4 for numbers above 30).
  public static func explicit(_ number: UInt, _ content: [UInt8]) -> [UInt8] {
    if number < 31 { return element(0xA0 | UInt8(number), content) }
    return [0xBF] + base128(number) + length(content.count) + content
  }

  /// The octets of a definite length.
  public static func length(_ count: Int) -> [UInt8] {
    if count < 0x80 { return [UInt8(count)] }
    let bytes = Array(withUnsafeBytes(of: UInt64(count).bigEndian) { [UInt8]($0) }.drop { $0 == 0 })
    return [0x80 | UInt8(bytes.count)] + bytes
  }

  private static func base128(_ value: UInt) -> [UInt8] {
    var digits = [UInt8(value & 0x7F)]
    var rest = value >> 7
    while rest > 0 {
      digits.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
      rest >>= 7
    }
    return digits
  }
}
