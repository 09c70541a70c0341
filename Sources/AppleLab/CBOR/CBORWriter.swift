/// Writes CBOR (RFC 8949) item by item, well formed or not.
///
/// The lab has its own writer because it must write what no good encoder would, and because it shares no code
/// with the reader that it tries.
enum CBORWriter {
  static func unsigned(_ value: UInt64) -> [UInt8] { head(0, value) }

  /// A negative integer: `negative(-7)` is -7.
  static func negative(_ value: Int64) -> [UInt8] { head(1, UInt64(-1 - value)) }

  static func bytes(_ value: [UInt8]) -> [UInt8] { head(2, UInt64(value.count)) + value }

  static func text(_ value: String) -> [UInt8] { head(3, UInt64(value.utf8.count)) + [UInt8](value.utf8) }

  static func array(_ items: [[UInt8]]) -> [UInt8] { head(4, UInt64(items.count)) + Array(items.joined()) }

  /// A map of encoded keys and values, in the order given.
  static func map(_ entries: [(key: [UInt8], value: [UInt8])]) -> [UInt8] {
    head(5, UInt64(entries.count)) + entries.flatMap { $0.key + $0.value }
  }

  /// A map whose end is marked by a break.
  static func indefiniteMap(_ entries: [(key: [UInt8], value: [UInt8])]) -> [UInt8] {
    [0xBF] + entries.flatMap { $0.key + $0.value } + [0xFF]
  }

  /// A tagged item.
  static func tagged(_ tag: UInt64, _ item: [UInt8]) -> [UInt8] { head(6, tag) + item }

  /// The half-precision float 1.0.
  static let float: [UInt8] = [0xF9, 0x3C, 0x00]

  static let yes: [UInt8] = [0xF5]

  private static func head(_ major: UInt8, _ value: UInt64) -> [UInt8] {
    let major = major << 5
    switch value {
    case 0..<24: return [major | UInt8(value)]
    case 24...0xFF: return [major | 24, UInt8(value)]
    case 0x100...0xFFFF: return [major | 25] + bigEndian(UInt16(value))
    case 0x1_0000...0xFFFF_FFFF: return [major | 26] + bigEndian(UInt32(value))
    default: return [major | 27] + bigEndian(value)
    }
  }

  static func bigEndian<Number: FixedWidthInteger>(_ value: Number) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { [UInt8]($0) }
  }
}
