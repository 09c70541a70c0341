/// Writes JSON text. Slashes are not escaped.
///
/// A value can be given whole, or member by member: the hot calls' answers are written without a value in between.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  private var isFirst = true

  /// The text of a value.
  static func write(_ value: JSONValue) -> [UInt8] {
    var writer = JSONWriter()
    writer.append(value)
    return writer.bytes
  }

  /// The text of an object whose members the closure writes.
  @inline(__always)
  static func object(reserving capacity: Int, _ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    writer.bytes.reserveCapacity(capacity)
    writer.object(members)
    return writer.bytes
  }

  /// Writes a member whose value is an object.
  @inline(__always)
  mutating func member(_ name: StaticString, _ members: (inout JSONWriter) -> Void) {
    begin(name)
    object(members)
  }

  /// Writes a member; nil writes none.
  mutating func member(_ name: StaticString, _ text: String?) {
    guard let text else { return }
    begin(name)
    append(text: text)
  }

  /// Writes a member.
  mutating func member(_ name: StaticString, _ integer: Int64?) {
    guard let integer else { return }
    begin(name)
    append(integer: integer)
  }

  /// Writes a member.
  mutating func member(_ name: StaticString, _ bool: Bool) {
    begin(name)
    append(raw: bool ? "true" : "false")
  }

  @inline(__always)
  private mutating func object(_ members: (inout JSONWriter) -> Void) {
    bytes.append(UInt8(ascii: "{"))
    isFirst = true
    members(&self)
    isFirst = false
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func begin(_ name: StaticString) {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
    bytes.append(UInt8(ascii: "\""))
    append(raw: name)
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
  }

  private mutating func append(_ value: JSONValue) {
    switch value {
    case .null: append(raw: "null")
    case .bool(let bool): append(raw: bool ? "true" : "false")
    case .integer(let integer): append(integer: integer)
    case .number(let number): append(contentsOf: Int64(exactly: number).map { String($0) } ?? String(number))
    case .text(let text): append(text: text)
    case .array(let items):
      append(list: items, open: "[", close: "]") { writer, item in writer.append(item) }
    case .object(let members):
      append(list: members, open: "{", close: "}") { writer, member in
        writer.append(text: member.name)
        writer.append(raw: ":")
        writer.append(member.value)
      }
    }
  }

  private mutating func append<Item>(
    list: [Item], open: StaticString, close: StaticString, _ each: (inout JSONWriter, Item) -> Void
  ) {
    append(raw: open)
    for (index, item) in list.enumerated() {
      if index > 0 { append(raw: ",") }
      each(&self, item)
    }
    append(raw: close)
  }

  private mutating func append(integer: Int64) { append(contentsOf: String(integer)) }

  private mutating func append(contentsOf text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func append(raw text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func append(text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in
      // Nearly every text is copied as it is.
      if utf8.contains(where: Self.mustEscape) { appendEscaped(utf8) } else { bytes.append(contentsOf: utf8) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  @inline(__always)
  private static func mustEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func appendEscaped(_ utf8: UnsafeBufferPointer<UInt8>) {
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0x0A: append(raw: "\\n")
      case 0..<0x10: append(contentsOf: "\\u000\(String(byte, radix: 16))")
      case 0x10..<0x20: append(contentsOf: "\\u00\(String(byte, radix: 16))")
      default: bytes.append(byte)
      }
    }
  }
}
