/// The header fields of one message, in the order of the wire.
///
/// All bytes stand in one block and text is made only for the fields that somebody asks for: most requests carry
/// fields that nobody reads. Names compare without regard to case (RFC 9110, 5.1); repeated fields are kept.
public struct HTTPHeaders: Sendable {
  /// A zero stands behind each name and each value, so that both can be lent to C as they lie.
  private struct Field {
    var nameStart: Int32
    var nameEnd: Int32
    var valueEnd: Int32

    var valueStart: Int32 { nameEnd + 1 }
    var name: Range<Int> { Int(nameStart)..<Int(nameEnd) }
    var value: Range<Int> { Int(valueStart)..<Int(valueEnd) }
  }

  private var block: [UInt8] = []
  private var fields: [Field] = []

  /// No fields.
  public init() {}

  /// Fields in the given order.
  public init(_ fields: [(name: String, value: String)]) {
    for (name, value) in fields { add(name, value) }
  }

  /// How many fields there are, repeated ones counted each.
  public var count: Int { fields.count }

  /// How many bytes the names and values have together.
  public var byteCount: Int { block.count - 2 * fields.count }

  /// The value of the first field of this name.
  public subscript(_ name: String) -> String? {
    for index in fields.indices where isField(index, named: name) { return value(at: index) }
    return nil
  }

  /// Every value of this name, in order.
  public func values(of name: String) -> [String] {
    fields.indices.filter { isField($0, named: name) }.map(value(at:))
  }

  /// How often this name occurs.
  public func count(of name: String) -> Int {
    var found = 0
    for index in fields.indices where isField(index, named: name) { found += 1 }
    return found
  }

  /// Whether a field of this name is there.
  public func contains(_ name: String) -> Bool {
    fields.indices.contains { isField($0, named: name) }
  }

  /// The bytes of the first field of this name, for comparisons that must not pass through text.
  public func bytes(of name: String) -> [UInt8]? {
    for index in fields.indices where isField(index, named: name) {
      return Array(block[fields[index].value])
    }
    return nil
  }

  /// Appends a field; one of the same name stays.
  public mutating func add(_ name: String, _ value: String) {
    let start = block.count
    block.append(contentsOf: name.utf8)
    let middle = block.count
    block.append(0)
    block.append(contentsOf: value.utf8)
    close(from: start, middle)
  }

  /// Appends a field as it was received.
  mutating func add(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
    let start = block.count
    block.append(contentsOf: name)
    let middle = block.count
    block.append(0)
    block.append(contentsOf: value)
    close(from: start, middle)
  }

  private mutating func close(from start: Int, _ middle: Int) {
    fields.append(Field(nameStart: Int32(start), nameEnd: Int32(middle), valueEnd: Int32(block.count)))
    block.append(0)
  }

  /// Lends each name and value, ended by a zero.
  func forEachCString(_ body: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Void) {
    block.withUnsafeBytes { bytes in
      guard let start = bytes.bindMemory(to: CChar.self).baseAddress else { return }
      for field in fields { body(start + Int(field.nameStart), start + Int(field.valueStart)) }
    }
  }

  /// Makes room, so that the fields of one request cost one allocation.
  mutating func reserve(fields count: Int, bytes: Int) {
    fields.reserveCapacity(count)
    block.reserveCapacity(bytes + 2 * count)
  }

  private func isField(_ index: Int, named name: String) -> Bool {
    let field = fields[index]
    guard name.utf8.count == Int(field.nameEnd - field.nameStart) else { return false }
    return block.withUnsafeBufferPointer { block in
      var position = Int(field.nameStart)
      for byte in name.utf8 {
        guard Token.lowercase(block[position]) == Token.lowercase(byte) else { return false }
        position += 1
      }
      return true
    }
  }

  private func name(at index: Int) -> String {
    String(decoding: block[fields[index].name], as: UTF8.self)
  }

  private func value(at index: Int) -> String {
    String(decoding: block[fields[index].value], as: UTF8.self)
  }
}

extension HTTPHeaders: RandomAccessCollection {
  /// The first position.
  public var startIndex: Int { 0 }
  /// One past the last position.
  public var endIndex: Int { fields.count }
  /// One field, with the name as it was written.
  public subscript(position: Int) -> (name: String, value: String) { (name(at: position), value(at: position)) }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
  /// Fields in the order written; a name may stand twice.
  public init(dictionaryLiteral elements: (String, String)...) {
    reserve(fields: elements.count, bytes: 48 * elements.count)
    for (name, value) in elements { add(name, value) }
  }
}
