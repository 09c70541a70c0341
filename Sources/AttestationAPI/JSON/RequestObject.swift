import AttestationService
import Cryptography

/// The fields of one JSON object in a request. Every field must be known and of its type; refusals name its pointer.
struct RequestObject {
  private let members: [JSONMember]
  private let root: String

  /// Takes the body. An empty body is an empty object where every field is optional.
  init(body: [UInt8], fields: [String]) throws(Refusal) {
    try self.init(body.isEmpty ? .object([]) : JSONReader.read(body), at: "", fields: fields)
  }

  init(_ value: JSONValue, at root: String, fields: [String]) throws(Refusal) {
    guard case .object(let members) = value else {
      throw root.isEmpty
        ? .malformedJSON("The body must be a JSON object.") : .invalidField(root, "The field must be an object.")
    }
    self.members = members
    self.root = root
    for member in members where !fields.contains(member.name) { throw Refusal.unknownField(pointer(member.name)) }
  }

  func pointer(_ name: String) -> String { "\(root)/\(name)" }

  /// The field's value; JSON null counts as absent.
  func value(_ name: String) -> JSONValue? {
    guard let member = members.first(where: { $0.name == name }), member.value != .null else { return nil }
    return member.value
  }

  func optionalText(_ name: String, bytes range: ClosedRange<Int>) throws(Refusal) -> String? {
    guard let value = value(name) else { return nil }
    guard case .text(let text) = value, range.contains(text.utf8.count) else {
      throw .invalidField(
        pointer(name), "The field must be a text of \(range.lowerBound) to \(range.upperBound) bytes.")
    }
    return text
  }

  func text(_ name: String, bytes range: ClosedRange<Int>) throws(Refusal) -> String {
    guard let text = try optionalText(name, bytes: range) else { throw .missingField(pointer(name)) }
    return text
  }

  func optionalBytes(_ name: String, atMost limit: Int) throws(Refusal) -> [UInt8]? {
    guard let value = value(name) else { return nil }
    guard case .text(let text) = value, let bytes = Base64.decode(text) else {
      throw .invalidField(pointer(name), "The field must be base64.")
    }
    guard bytes.count <= limit else { throw .tooLarge(limit, pointer: pointer(name)) }
    return bytes
  }

  func bytes(_ name: String, atMost limit: Int) throws(Refusal) -> [UInt8] {
    guard let bytes = try optionalBytes(name, atMost: limit) else { throw .missingField(pointer(name)) }
    return bytes
  }

  func bytes(_ name: String, exactly count: Int) throws(Refusal) -> [UInt8] {
    let bytes = try bytes(name, atMost: 4 * count)
    guard bytes.count == count else { throw .invalidField(pointer(name), "The field must be \(count) bytes.") }
    return bytes
  }

  func optionalInteger(_ name: String, in range: ClosedRange<Int>) throws(Refusal) -> Int? {
    guard let value = value(name) else { return nil }
    guard case .integer(let integer) = value, let integer = Int(exactly: integer), range.contains(integer) else {
      throw .invalidField(
        pointer(name), "The field must be a whole number from \(range.lowerBound) to \(range.upperBound).")
    }
    return integer
  }

  /// A field that is true, false or absent.
  func optionalFlag(_ name: String) throws(Refusal) -> Bool? {
    guard let value = value(name) else { return nil }
    guard case .bool(let flag) = value else { throw .invalidField(pointer(name), "The field must be true or false.") }
    return flag
  }

  /// A list of texts, a thousand at most.
  func texts(_ name: String) throws(Refusal) -> [String]? {
    guard let value = value(name) else { return nil }
    guard case .array(let items) = value, items.count <= 1_000 else {
      throw .invalidField(pointer(name), "The field must be a list of at most 1,000 texts.")
    }
    var texts: [String] = []
    for (index, item) in items.enumerated() {
      guard case .text(let text) = item else {
        throw .invalidField("\(pointer(name))/\(index)", "Each item must be a text.")
      }
      texts.append(text)
    }
    return texts
  }

  /// A list of distinct words of a closed enumeration.
  func words<Word: RawRepresentable & CaseIterable & Hashable>(_ name: String) throws(Refusal) -> [Word]?
  where Word.RawValue == String {
    guard let value = value(name) else { return nil }
    let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
    guard case .array(let items) = value, !items.isEmpty else {
      throw .invalidField(pointer(name), "The field must be a list of: \(known).")
    }
    var words: [Word] = []
    for (index, item) in items.enumerated() {
      guard case .text(let text) = item, let word = Word(rawValue: text), !words.contains(word) else {
        throw .invalidField("\(pointer(name))/\(index)", "Each item must be one of: \(known), and stand once.")
      }
      words.append(word)
    }
    return words
  }

  /// One word of a closed enumeration.
  func word<Word: RawRepresentable & CaseIterable>(_ name: String) throws(Refusal) -> Word
  where Word.RawValue == String {
    let text = try text(name, bytes: 1...64)
    guard let word = Word(rawValue: text) else {
      let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw .invalidField(pointer(name), "The field must be one of: \(known).")
    }
    return word
  }

  /// An object inside this one.
  func object(_ name: String, fields: [String]) throws(Refusal) -> RequestObject? {
    guard let value = value(name) else { return nil }
    return try RequestObject(value, at: pointer(name), fields: fields)
  }
}
