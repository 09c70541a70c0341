/// Reads a JSON text (RFC 8259) once, strictly and without building it, and keeps the string at one place.
struct JSONScanner {
  private let text: [UInt8]
  private let wanted: [String]
  private var position = 0
  private var found: String?

  private static let depthLimit = 16

  init(_ text: [UInt8], wanted: [String]) {
    (self.text, self.wanted) = (text, wanted)
  }

  /// The string at the wanted place; nil when nothing or something else stands there.
  mutating func scan() throws(JSONSyntaxError) -> String? {
    try value(depth: 0, matched: 0)
    skipSpace()
    guard position == text.count else { throw JSONSyntaxError() }
    return found
  }

  /// Reads a value whose place agrees with the first `matched` tokens, or with none when `matched` is nil.
  private mutating func value(depth: Int, matched: Int?) throws(JSONSyntaxError) {
    guard depth <= JSONScanner.depthLimit else { throw JSONSyntaxError() }
    skipSpace()
    switch peek() {
    case UInt8(ascii: "{"): try object(depth: depth, matched: matched)
    case UInt8(ascii: "["): try array(depth: depth, matched: matched)
    case UInt8(ascii: "\""):
      let string = try string()
      if matched == wanted.count { found = string }
    case UInt8(ascii: "t"): try literal("true")
    case UInt8(ascii: "f"): try literal("false")
    case UInt8(ascii: "n"): try literal("null")
    default: try number()
    }
  }

  private mutating func object(depth: Int, matched: Int?) throws(JSONSyntaxError) {
    try expect("{")
    var names: Set<String> = []
    skipSpace()
    if take("}") { return }
    repeat {
      skipSpace()
      let name = try string()
      guard names.insert(name).inserted else { throw JSONSyntaxError() }
      skipSpace()
      try expect(":")
      try value(depth: depth + 1, matched: next(matched, name))
      skipSpace()
    } while take(",")
    try expect("}")
  }

  private mutating func array(depth: Int, matched: Int?) throws(JSONSyntaxError) {
    try expect("[")
    skipSpace()
    if take("]") { return }
    var index = 0
    repeat {
      try value(depth: depth + 1, matched: next(matched, String(index)))
      index += 1
      skipSpace()
    } while take(",")
    try expect("]")
  }

  private func next(_ matched: Int?, _ token: String) -> Int? {
    guard let matched, matched < wanted.count, wanted[matched] == token else { return nil }
    return matched + 1
  }

  private mutating func string() throws(JSONSyntaxError) -> String {
    try expect("\"")
    var content: [UInt8] = []
    while let byte = peek() {
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let string = String(validating: content, as: UTF8.self) else { throw JSONSyntaxError() }
        return string
      case UInt8(ascii: "\\"): try escape(into: &content)
      case 0..<0x20: throw JSONSyntaxError()
      default: content.append(byte)
      }
    }
    throw JSONSyntaxError()
  }

  private mutating func escape(into content: inout [UInt8]) throws(JSONSyntaxError) {
    guard let byte = peek() else { throw JSONSyntaxError() }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte)
    case UInt8(ascii: "b"): content.append(0x08)
    case UInt8(ascii: "f"): content.append(0x0C)
    case UInt8(ascii: "n"): content.append(0x0A)
    case UInt8(ascii: "r"): content.append(0x0D)
    case UInt8(ascii: "t"): content.append(0x09)
    case UInt8(ascii: "u"): content += String(try scalar()).utf8
    default: throw JSONSyntaxError()
    }
  }

  private mutating func scalar() throws(JSONSyntaxError) -> Character {
    var code = try hexadecimal()
    if (0xD800..<0xDC00).contains(code) {
      try expect("\\")
      try expect("u")
      let low = try hexadecimal()
      guard (0xDC00..<0xE000).contains(low) else { throw JSONSyntaxError() }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else { throw JSONSyntaxError() }
    return Character(scalar)
  }

  private mutating func hexadecimal() throws(JSONSyntaxError) -> UInt32 {
    guard position + 4 <= text.count else { throw JSONSyntaxError() }
    var code: UInt32 = 0
    for byte in text[position..<position + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw JSONSyntaxError() }
      code = code << 4 | UInt32(digit)
    }
    position += 4
    return code
  }

  private mutating func number() throws(JSONSyntaxError) {
    _ = take("-")
    if !take("0") { try digits() }
    if take(".") { try digits() }
    if take("e") || take("E") {
      _ = take("+") || take("-")
      try digits()
    }
  }

  private mutating func digits() throws(JSONSyntaxError) {
    let start = position
    while let byte = peek(), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    guard position > start else { throw JSONSyntaxError() }
  }

  private mutating func literal(_ word: StaticString) throws(JSONSyntaxError) {
    let length = word.utf8CodeUnitCount
    guard position + length <= text.count,
      UnsafeBufferPointer(start: word.utf8Start, count: length).elementsEqual(text[position..<position + length])
    else { throw JSONSyntaxError() }
    position += length
  }

  private mutating func skipSpace() {
    while let byte = peek(), byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
  }

  private func peek() -> UInt8? {
    position < text.count ? text[position] : nil
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek() == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func expect(_ character: Unicode.Scalar) throws(JSONSyntaxError) {
    guard take(character) else { throw JSONSyntaxError() }
  }
}
