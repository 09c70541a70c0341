/// Builds one line of a log.
struct LineWriter {
  private(set) var bytes: [UInt8] = []

  mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func quoted(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    escaped(text)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Text with the escapes of JSON (RFC 8259, 7), and DEL besides.
  mutating func escaped(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0x0A: raw("\\n")
      case 0x0D: raw("\\r")
      case 0x09: raw("\\t")
      case 0..<0x20, 0x7F: raw("\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16))
      default: bytes.append(byte)
      }
    }
  }

  mutating func value(_ value: MetadataValue) {
    switch value {
    case .text(let text): quoted(text)
    case .integer(let number): raw(String(number))
    case .number(let number): raw(number.isFinite ? String(number) : "null")
    case .flag(let flag): raw(flag ? "true" : "false")
    }
  }
}
