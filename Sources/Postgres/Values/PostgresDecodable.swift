import Foundation

/// A type that can be read from a column in binary form.
public protocol PostgresDecodable {
  /// Reads a value that is not null.
  ///
  /// - Parameters:
  ///   - bytes: the binary form, valid during the call only.
  ///   - type: the column's type identifier.
  /// - Returns: nil when the type or the length does not fit.
  static func decode(_ bytes: UnsafeRawBufferPointer, type: UInt32) -> Self?

  /// Reads an array of values of the given type; nil when that is another type. Every type but a byte has the usual one.
  static func decodeArray(_ bytes: UnsafeRawBufferPointer, type: UInt32) -> [Self]?
}

extension Bool: PostgresDecodable {
  /// Reads a `boolean`.
  public static func decode(_ bytes: UnsafeRawBufferPointer, type: UInt32) -> Bool? {
    type == PostgresType.bool && bytes.count == 1 ? bytes[0] != 0 : nil
  }
}

extension Int64: PostgresDecodable {
  /// Reads a `bigint`, `integer`, `smallint` or `oid`.
  public static func decode(_ bytes: UnsafeRawBufferPointer, type: UInt32) -> Int64? {
    switch type {
    case PostgresType.int8: bytes.bigEndian(Int64.self)
    case PostgresType.int4: bytes.bigEndian(Int32.self).map(Int64.init)
    case PostgresType.int2: bytes.bigEndian(Int16.self).map(Int64.init)
    case PostgresType.oid: bytes.bigEndian(UInt32.self).map(Int64.init)
    default: nil
    }
  }
}

extension Int: PostgresDecodable {
  /// Reads a `bigint`, `integer`, `smallint` or `oid`.
  public static func decode(_ bytes: UnsafeRawBufferPointer, type: UInt32) -> Int? {
    Int64.decode(bytes, type: type).map(Int.init)
  }
}

extension Int32: PostgresDecodable {
  /// Reads an `integer` or `smallint`.
  public static func decode(_ bytes: UnsafeRawBufferPointer, type: UInt32) -> Int32? {
    Int64.decode(bytes, type: type).flatMap(Int32.init(exactly:))
  }
}

extension Int16: PostgresDecodable {
  /// Reads a `smallint`.
  public static func decode(_ bytes: UnsafeRawBufferPointer, type: UInt32) -> Int16? {
    type == PostgresType.int2 ? bytes.bigEndian(Int16.self) : nil
  }
}

extension UInt64: PostgresDecodable {
  /// Reads an `xid8`, or a `bigint` that is not negative.
  public static func decode(_ bytes: UnsafeRawBufferPointer, type: UInt32) -> UInt64? {
    switch type {
    case PostgresType.xid8: bytes.bigEndian(UInt64.self)
    default: Int64.decode(bytes, type: type).flatMap(UInt64.init(exactly:))
    }
  }
}

extension Double: PostgresDecodable {
  /// Reads a `double precision` or `real`.
  public static func decode(_ bytes: UnsafeRawBufferPointer, type: UInt32) -> Double? {
    switch type {
    case PostgresType.float8: bytes.bigEndian(UInt64.self).map(Double.init(bitPattern:))
    case PostgresType.float4: bytes.bigEndian(UInt32.self).map { Double(Float(bitPattern: $0)) }
    default: nil
    }
  }
}

extension String: PostgresDecodable {
  /// Reads text of any kind, `json` and `jsonb` included.
  public static func decode(_ bytes: UnsafeRawBufferPointer, type: UInt32) -> String? {
    guard PostgresType.texts.contains(type) else { return nil }
    let text = type == PostgresType.jsonb ? UnsafeRawBufferPointer(rebasing: bytes.dropFirst()) : bytes
    return String(decoding: text, as: UTF8.self)
  }
}

extension Date: PostgresDecodable {
  /// Reads a `timestamptz`.
  public static func decode(_ bytes: UnsafeRawBufferPointer, type: UInt32) -> Date? {
    guard type == PostgresType.timestamptz else { return nil }
    return bytes.bigEndian(Int64.self).map(PostgresTimestamp.date(fromMicroseconds:))
  }
}

extension UnsafeRawBufferPointer {
  func bigEndian<Value: FixedWidthInteger>(_: Value.Type) -> Value? {
    count == MemoryLayout<Value>.size ? Value(bigEndian: loadUnaligned(as: Value.self)) : nil
  }
}
