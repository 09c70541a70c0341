/// The rows that a statement returned, decoded when they are read.
public struct PostgresRows: Sendable {
  let result: ResultHandle

  /// The command's tag, such as `SELECT 3` or `COMMIT`.
  public var commandTag: String { result.commandTag }
  /// Rows that an INSERT, UPDATE or DELETE changed, or a SELECT returned.
  public var affectedRows: Int { result.affectedRows }
  /// The names of the columns, in order.
  public var columns: [String] { (0..<result.columnCount).map(result.columnName) }

  /// The single row that the statement must have returned.
  public func single() throws(PostgresError) -> PostgresRow {
    guard count == 1 else { throw .decoding("expected one row, got \(count)") }
    return self[0]
  }

  /// All values of a column by position, for loops over many rows.
  public func column<Value: PostgresDecodable>(_ index: Int, as: Value.Type = Value.self) throws(PostgresError)
    -> [Value]
  {
    var values: [Value] = []
    values.reserveCapacity(count)
    for row in self { values.append(try row.decode(index)) }
    return values
  }

  /// All values of a text column by position, null where it is NULL.
  ///
  /// What `decodeIfPresent` does for each row, without its type known only at run time: the hot path reads one a request.
  public func optionalTexts(_ column: Int) throws(PostgresError) -> [String?] {
    guard column >= 0, column < result.columnCount, PostgresType.texts.contains(result.columnType(column)) else {
      throw .decoding("no text column \(column)")
    }
    return (0..<result.rowCount).map { row in
      result.withValue(row: row, column: column) { bytes in bytes.map { String(decoding: $0, as: UTF8.self) } }
    }
  }
}

extension PostgresRows: RandomAccessCollection {
  /// Always zero.
  public var startIndex: Int { 0 }
  /// The number of rows.
  public var endIndex: Int { result.rowCount }
  /// The row at a position below `count`.
  public subscript(position: Int) -> PostgresRow {
    precondition(position >= 0 && position < result.rowCount, "row index out of range")
    return PostgresRow(result: result, index: position)
  }
}

/// One row of a result.
public struct PostgresRow: Sendable {
  let result: ResultHandle
  let index: Int

  /// Reads a column by name; NULL, another type or no such column is an error.
  public func decode<Value: PostgresDecodable>(_ column: String, as: Value.Type = Value.self) throws(PostgresError)
    -> Value
  {
    guard let position = result.columnIndex(column) else { throw .decoding("no column \(column)") }
    return try decode(position)
  }

  /// Reads a column by name that may be NULL; another type or no such column is an error.
  public func decodeIfPresent<Value: PostgresDecodable>(_ column: String, as: Value.Type = Value.self)
    throws(PostgresError) -> Value?
  {
    guard let position = result.columnIndex(column) else { throw .decoding("no column \(column)") }
    return try decodeIfPresent(position)
  }

  /// Reads a column by position; NULL, another type or no such column is an error.
  public func decode<Value: PostgresDecodable>(_ column: Int, as: Value.Type = Value.self) throws(PostgresError)
    -> Value
  {
    guard let value: Value = try decodeIfPresent(column) else {
      throw .decoding("column \(result.columnName(column)) is null")
    }
    return value
  }

  /// Reads a column by position that may be NULL; another type or no such column is an error.
  public func decodeIfPresent<Value: PostgresDecodable>(_ column: Int, as: Value.Type = Value.self)
    throws(PostgresError) -> Value?
  {
    guard column >= 0, column < result.columnCount else { throw .decoding("no column \(column)") }
    let type = result.columnType(column)
    let outcome: Value?? = result.withValue(row: index, column: column) { bytes in
      guard let bytes else { return .some(nil) }
      return Value.decode(bytes, type: type).map { .some($0) }
    }
    guard let outcome else {
      throw .decoding("column \(result.columnName(column)) of type \(type) is not \(Value.self)")
    }
    return outcome
  }
}
