import Foundation

extension PostgresValue {
  /// The type announced to the server; 0 lets it infer.
  var typeIdentifier: UInt32 {
    switch self {
    case .null: 0
    case .bool: PostgresType.bool
    case .int2: PostgresType.int2
    case .int4: PostgresType.int4
    case .int8: PostgresType.int8
    case .double: PostgresType.float8
    case .text: PostgresType.text
    case .bytes: PostgresType.bytea
    case .json: PostgresType.jsonb
    case .timestamp: PostgresType.timestamptz
    case .transactionID: PostgresType.xid8
    case .boolArray: PostgresType.boolArray
    case .int2Array: PostgresType.int2Array
    case .int4Array: PostgresType.int4Array
    case .int8Array: PostgresType.int8Array
    case .textArray: PostgresType.textArray
    case .bytesArray: PostgresType.byteaArray
    case .jsonArray: PostgresType.jsonbArray
    case .timestampArray: PostgresType.timestamptzArray
    }
  }

  /// Appends the binary form that the type's `recv` function reads.
  func encode(into buffer: inout [UInt8]) {
    switch self {
    case .null: break
    case .bool(let value): buffer.append(value ? 1 : 0)
    case .int2(let value): buffer.appendBigEndian(value)
    case .int4(let value): buffer.appendBigEndian(value)
    case .int8(let value): buffer.appendBigEndian(value)
    case .double(let value): buffer.appendBigEndian(value.bitPattern)
    case .text(let value): buffer.append(contentsOf: value.utf8)
    case .bytes(let value): buffer.append(contentsOf: value)
    case .json(let value): buffer.appendJSON(value)
    case .timestamp(let value): buffer.appendBigEndian(PostgresTimestamp.microseconds(of: value))
    case .transactionID(let value): buffer.appendBigEndian(value)
    default: encodeArray(into: &buffer)
    }
  }

  /// About how many bytes the binary form has, so that a statement's binds are written without growing again and again.
  var estimatedLength: Int {
    switch self {
    case .text(let value), .json(let value): value.utf8.count + 1
    case .bytes(let value): value.count
    case .boolArray(let values): 20 + 5 * values.count
    case .int2Array(let values): 20 + 6 * values.count
    case .int4Array(let values): 20 + 8 * values.count
    case .int8Array(let values): 20 + 12 * values.count
    case .timestampArray(let values): 20 + 12 * values.count
    case .textArray(let values), .jsonArray(let values): values.reduce(20) { $0 + 5 + $1.utf8.count }
    case .bytesArray(let values): values.reduce(20) { $0 + 4 + $1.count }
    default: 8
    }
  }

  private func encodeArray(into buffer: inout [UInt8]) {
    switch self {
    case .boolArray(let values): buffer.appendArray(values, of: PostgresType.bool) { $0.append($1 ? 1 : 0) }
    case .int2Array(let values): buffer.appendArray(values, of: PostgresType.int2) { $0.appendBigEndian($1) }
    case .int4Array(let values): buffer.appendArray(values, of: PostgresType.int4) { $0.appendBigEndian($1) }
    case .int8Array(let values): buffer.appendArray(values, of: PostgresType.int8) { $0.appendBigEndian($1) }
    case .textArray(let values): buffer.appendArray(values, of: PostgresType.text) { $0.append(contentsOf: $1.utf8) }
    case .bytesArray(let values): buffer.appendArray(values, of: PostgresType.bytea) { $0.append(contentsOf: $1) }
    case .jsonArray(let values): buffer.appendArray(values, of: PostgresType.jsonb) { $0.appendJSON($1) }
    case .timestampArray(let values):
      buffer.appendArray(values, of: PostgresType.timestamptz) {
        $0.appendBigEndian(PostgresTimestamp.microseconds(of: $1))
      }
    default: break
    }
  }
}

extension [UInt8] {
  @inline(__always)
  mutating func appendBigEndian<Value: FixedWidthInteger>(_ value: Value) {
    Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
  }

  /// `jsonb` in binary form is a version byte and the text.
  fileprivate mutating func appendJSON(_ text: String) {
    append(1)
    append(contentsOf: text.utf8)
  }

  /// A one-dimensional array without NULLs: dimensions, null flag, element type, length, lower bound, elements.
  @inline(__always)
  fileprivate mutating func appendArray<Value>(
    _ values: [Value], of type: UInt32, element: (inout [UInt8], Value) -> Void
  ) {
    appendBigEndian(Int32(values.isEmpty ? 0 : 1))
    appendBigEndian(Int32(0))
    appendBigEndian(type)
    guard !values.isEmpty else { return }
    appendBigEndian(Int32(values.count))
    appendBigEndian(Int32(1))
    for value in values {
      let start = count
      appendBigEndian(Int32(0))
      element(&self, value)
      overwriteBigEndian(Int32(count - start - 4), at: start)
    }
  }

  private mutating func overwriteBigEndian(_ value: Int32, at index: Int) {
    withUnsafeMutableBytes { $0.storeBytes(of: value.bigEndian, toByteOffset: index, as: Int32.self) }
  }
}
