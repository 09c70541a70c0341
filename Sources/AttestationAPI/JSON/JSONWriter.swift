/// Writes JSON text. Slashes are not escaped.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []

  /// The text of a value.
  static func write(_ value: JSONValue) -> [UInt8] {
    var writer = JSONWriter()
    writer.append(value)
    return writer.bytes
  }

  private mutating func append(_ value: JSONValue) {
    switch value {
    case .null: append(raw: "null")
    case .bool(let bool): append(raw: bool ? "true" : "false")
    case .integer(let integer): append(raw: String(integer))
    case .number(let number): append(raw: Int64(exactly: number).map { String($0) } ?? String(number))
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
    append(raw: open.description)
    for (index, item) in list.enumerated() {
      if index > 0 { append(raw: ",") }
      each(&self, item)
    }
    append(raw: close.description)
  }

  private mutating func append(raw text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func append(text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0x0A: append(raw: "\\n")
      case 0..<0x20: append(raw: byte < 0x10 ? "\\u000\(String(byte, radix: 16))" : "\\u00\(String(byte, radix: 16))")
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
