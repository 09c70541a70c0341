extension Array: PostgresDecodable where Element: PostgresDecodable {
  /// Reads a one-dimensional array without NULLs; an array of bytes reads a `bytea`.
  public static func decode(_ bytes: UnsafeRawBufferPointer, type: UInt32) -> [Element]? {
    Element.decodeArray(bytes, type: type)
  }
}

extension PostgresDecodable {
  /// Reads the elements of an array.
  public static func decodeArray(_ bytes: UnsafeRawBufferPointer, type: UInt32) -> [Self]? {
    guard type != PostgresType.bytea else { return nil }
    var reader = ArrayReader(bytes: bytes)
    return reader.elements()
  }
}

extension UInt8: PostgresDecodable {
  /// A single byte is no column type; only arrays of them are.
  public static func decode(_ bytes: UnsafeRawBufferPointer, type: UInt32) -> UInt8? { nil }

  /// Bytes come in one piece.
  public static func decodeArray(_ bytes: UnsafeRawBufferPointer, type: UInt32) -> [UInt8]? {
    type == PostgresType.bytea ? Array(bytes) : nil
  }
}

/// Walks the binary form of an array: dimensions, null flag, element type, length, lower bound, elements.
private struct ArrayReader {
  let bytes: UnsafeRawBufferPointer
  var position = 0

  init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  mutating func integer() -> Int32? {
    guard position + 4 <= bytes.count else { return nil }
    defer { position += 4 }
    return Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: position, as: Int32.self))
  }

  mutating func elements<Element: PostgresDecodable>() -> [Element]? {
    guard let dimensions = integer(), integer() != nil, let type = integer() else { return nil }
    guard dimensions != 0 else { return [] }
    guard dimensions == 1, let count = integer(), count >= 0, integer() != nil else { return nil }
    var result: [Element] = []
    for _ in 0..<count {
      guard let length = integer(), length >= 0, position + Int(length) <= bytes.count else { return nil }
      let element = UnsafeRawBufferPointer(rebasing: bytes[position..<position + Int(length)])
      guard let value = Element.decode(element, type: UInt32(bitPattern: type)) else { return nil }
      result.append(value)
      position += Int(length)
    }
    return result
  }
}
