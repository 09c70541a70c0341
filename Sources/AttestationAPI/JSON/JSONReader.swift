import AttestationService

/// Reads strict JSON (RFC 8259). Foundation's readers keep the last of two equal members in silence, which hides one of
/// them from whoever looks at the request before us; this one refuses them, and bounds the depth and the count of members.
struct JSONReader {
  static let maximumDepth = 8
  static let maximumMembers = 64

  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var path: [String] = []

  private init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    path.reserveCapacity(4)
  }

  /// Reads one value and nothing after it. Throws `Refusal`.
  static func read(_ bytes: [UInt8]) throws(Refusal) -> JSONValue {
    let result = bytes.withUnsafeBufferPointer { buffer -> Result<JSONValue, Refusal> in
      var reader = JSONReader(buffer)
      do throws(Refusal) {
        let value = try reader.value(depth: 0)
        reader.skipSpace()
        guard reader.position == buffer.count else { throw reader.malformed("Something stands after the JSON value.") }
        return .success(value)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private mutating func value(depth: Int) throws(Refusal) -> JSONValue {
    guard depth <= Self.maximumDepth else { throw malformed("The JSON value is nested too deeply.") }
    skipSpace()
    switch peek() {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    default: return try number()
    }
  }

  private mutating func object(depth: Int) throws(Refusal) -> JSONValue {
    position += 1
    var members: [JSONMember] = []
    members.reserveCapacity(8)
    skipSpace()
    if take(UInt8(ascii: "}")) { return .object(members) }
    repeat {
      skipSpace()
      guard peek() == UInt8(ascii: "\"") else { throw malformed("A member's name is missing.") }
      let name = try text()
      path.append(name)
      guard !members.contains(where: { $0.name == name }) else { throw Refusal.duplicateField(pointer) }
      guard members.count < Self.maximumMembers else { throw malformed("The object has too many members.") }
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw malformed("A colon is missing.") }
      members.append(JSONMember(name, try value(depth: depth + 1)))
      path.removeLast()
      skipSpace()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { throw malformed("An object is not closed.") }
    return .object(members)
  }

  private mutating func array(depth: Int) throws(Refusal) -> JSONValue {
    position += 1
    var items: [JSONValue] = []
    skipSpace()
    if take(UInt8(ascii: "]")) { return .array(items) }
    repeat {
      guard items.count < Self.maximumMembers else { throw malformed("The list has too many items.") }
      path.append(String(items.count))
      items.append(try value(depth: depth + 1))
      path.removeLast()
      skipSpace()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "]")) else { throw malformed("A list is not closed.") }
    return .array(items)
  }

  private mutating func literal(_ word: StaticString, _ value: JSONValue) throws(Refusal) -> JSONValue {
    let count = word.utf8CodeUnitCount
    guard position + count <= bytes.count else { throw malformed("The body ends too early.") }
    for offset in 0..<count where bytes[position + offset] != word.utf8Start[offset] {
      throw malformed("This is not a JSON value.")
    }
    position += count
    return value
  }

  private mutating func number() throws(Refusal) -> JSONValue {
    let start = position
    _ = take(UInt8(ascii: "-"))
    let digits = takeDigits()
    guard digits > 0, digits == 1 || bytes[position - digits] != UInt8(ascii: "0") else {
      throw malformed("This is not a JSON value.")
    }
    var isInteger = true
    if take(UInt8(ascii: ".")) {
      isInteger = false
      guard takeDigits() > 0 else { throw malformed("A number has no digits after its point.") }
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      isInteger = false
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      guard takeDigits() > 0 else { throw malformed("A number has no digits in its exponent.") }
    }
    let word = String(decoding: bytes[start..<position], as: UTF8.self)
    if isInteger, let value = Int64(word) { return .integer(value) }
    guard let value = Double(word), value.isFinite else { throw malformed("A number is too large.") }
    return .number(value)
  }

  private mutating func text() throws(Refusal) -> String {
    position += 1
    let start = position
    while position < bytes.count, bytes[position] >= 0x20, bytes[position] < 0x80 {
      if bytes[position] == UInt8(ascii: "\"") {
        defer { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
      }
      if bytes[position] == UInt8(ascii: "\\") { break }
      position += 1
    }
    return try escapedText(from: start)
  }

  /// The rare text: with escapes, or beyond ASCII.
  private mutating func escapedText(from start: Int) throws(Refusal) -> String {
    var unescaped = [UInt8](bytes[start..<position])
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: unescaped, as: UTF8.self) else { throw malformed("A text is not UTF-8.") }
        return text
      case UInt8(ascii: "\\"): try escape(into: &unescaped)
      case 0..<0x20: throw malformed("A text holds a control character.")
      default: unescaped.append(byte)
      }
    }
    throw malformed("A text is not closed.")
  }

  private mutating func escape(into unescaped: inout [UInt8]) throws(Refusal) {
    guard position < bytes.count else { throw malformed("A text is not closed.") }
    let byte = bytes[position]
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): unescaped.append(byte)
    case UInt8(ascii: "b"): unescaped.append(0x08)
    case UInt8(ascii: "f"): unescaped.append(0x0C)
    case UInt8(ascii: "n"): unescaped.append(0x0A)
    case UInt8(ascii: "r"): unescaped.append(0x0D)
    case UInt8(ascii: "t"): unescaped.append(0x09)
    case UInt8(ascii: "u"): unescaped.append(contentsOf: String(try scalar()).utf8)
    default: throw malformed("A text holds an unknown escape.")
    }
  }

  private mutating func scalar() throws(Refusal) -> Character {
    var code = try hexUnit()
    if (0xD800..<0xDC00).contains(code) {
      guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else { throw malformed("Half of a surrogate pair.") }
      let low = try hexUnit()
      guard (0xDC00..<0xE000).contains(low) else { throw malformed("Half of a surrogate pair.") }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code), code != 0 else { throw malformed("A text holds a forbidden character.") }
    return Character(scalar)
  }

  private mutating func hexUnit() throws(Refusal) -> UInt32 {
    guard position + 4 <= bytes.count else { throw malformed("A text is not closed.") }
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Self.hexDigit(bytes[position]) else { throw malformed("A text holds an unknown escape.") }
      code = code << 4 | digit
      position += 1
    }
    return code
  }

  private static func hexDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }

  private mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }

  private func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    position += 1
    return true
  }

  private mutating func takeDigits() -> Int {
    let start = position
    while let byte = peek(), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    return position - start
  }

  private var pointer: String { path.map { "/" + $0 }.joined() }

  private func malformed(_ title: String) -> Refusal {
    .malformedJSON(title, pointer: path.isEmpty ? nil : pointer)
  }
}
