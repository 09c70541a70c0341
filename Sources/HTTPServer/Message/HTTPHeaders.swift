/// The header fields of one message, in the order of the wire.
///
/// All bytes stand in one block and text is made only for the fields that somebody asks for: most requests carry
/// fields that nobody reads. Names compare without regard to case (RFC 9110, 5.1); repeated fields are kept.
public struct HTTPHeaders: Sendable {
  private struct Field {
    var nameStart: Int32
    var valueStart: Int32
    var end: Int32
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
  public var byteCount: Int { block.count }

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
      return Array(block[Int(fields[index].valueStart)..<Int(fields[index].end)])
    }
    return nil
  }

  /// Appends a field; one of the same name stays.
  public mutating func add(_ name: String, _ value: String) {
    let start = block.count
    block.append(contentsOf: name.utf8)
    let middle = block.count
    block.append(contentsOf: value.utf8)
    fields.append(Field(nameStart: Int32(start), valueStart: Int32(middle), end: Int32(block.count)))
  }

  /// Appends a field as it was received.
  mutating func add(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
    let start = block.count
    block.append(contentsOf: name)
    let middle = block.count
    block.append(contentsOf: value)
    fields.append(Field(nameStart: Int32(start), valueStart: Int32(middle), end: Int32(block.count)))
  }

  /// Makes room, so that the fields of one request cost one allocation.
  mutating func reserve(fields count: Int, bytes: Int) {
    fields.reserveCapacity(count)
    block.reserveCapacity(bytes)
  }

  private func isField(_ index: Int, named name: String) -> Bool {
    let start = Int(fields[index].nameStart)
    let end = Int(fields[index].valueStart)
    guard name.utf8.count == end - start else { return false }
    var position = start
    for byte in name.utf8 {
      guard Self.lowercase(block[position]) == Self.lowercase(byte) else { return false }
      position += 1
    }
    return true
  }

  private func name(at index: Int) -> String {
    String(decoding: block[Int(fields[index].nameStart)..<Int(fields[index].valueStart)], as: UTF8.self)
  }

  private func value(at index: Int) -> String {
    String(decoding: block[Int(fields[index].valueStart)..<Int(fields[index].end)], as: UTF8.self)
  }

  @inline(__always)
  private static func lowercase(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
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
    for (name, value) in elements { add(name, value) }
  }
}
