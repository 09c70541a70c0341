import Foundation

/// A value sent to the server, always in binary form.
public enum PostgresValue: Sendable, Equatable {
  /// SQL NULL; the server infers its type.
  case null
  /// `boolean`.
  case bool(Bool)
  /// `smallint`.
  case int2(Int16)
  /// `integer`.
  case int4(Int32)
  /// `bigint`.
  case int8(Int64)
  /// `double precision`.
  case double(Double)
  /// `text`, UTF-8 without NUL.
  case text(String)
  /// `bytea`.
  case bytes([UInt8])
  /// `jsonb`, given as JSON text.
  case json(String)
  /// `timestamptz`, rounded to microseconds.
  case timestamp(Date)
  /// `xid8`.
  case transactionID(UInt64)
  /// `boolean[]`.
  case boolArray([Bool])
  /// `smallint[]`.
  case int2Array([Int16])
  /// `integer[]`.
  case int4Array([Int32])
  /// `bigint[]`.
  case int8Array([Int64])
  /// `text[]`.
  case textArray([String])
  /// `bytea[]`.
  case bytesArray([[UInt8]])
  /// `jsonb[]`, each given as JSON text.
  case jsonArray([String])
  /// `timestamptz[]`.
  case timestampArray([Date])
}

extension PostgresValue {
  /// An optional `bigint`.
  public static func int8(_ value: Int64?) -> PostgresValue { value.map { .int8($0) } ?? .null }
  /// An optional `text`.
  public static func text(_ value: String?) -> PostgresValue { value.map { .text($0) } ?? .null }
  /// An optional `bytea`.
  public static func bytes(_ value: [UInt8]?) -> PostgresValue { value.map { .bytes($0) } ?? .null }
  /// An optional `timestamptz`.
  public static func timestamp(_ value: Date?) -> PostgresValue { value.map { .timestamp($0) } ?? .null }
}

extension PostgresValue: CustomStringConvertible {
  /// Four asterisks: binds hold proofs and secrets.
  public var description: String { "****" }
}
