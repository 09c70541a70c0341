import CLibPQ

/// The one owner of a `PGresult`.
///
/// `@unchecked Sendable`: libpq never changes a result after handing it out, every access here only reads it, and it is
/// cleared in `deinit`, when nobody else can reach it.
final class ResultHandle: @unchecked Sendable {
  private let raw: OpaquePointer
  let rowCount: Int
  let columnCount: Int

  init(takingOwnership raw: OpaquePointer) {
    self.raw = raw
    rowCount = Int(PQntuples(raw))
    columnCount = Int(PQnfields(raw))
  }

  deinit { PQclear(raw) }

  var status: ExecStatusType { PQresultStatus(raw) }
  var commandTag: String { PQcmdStatus(raw).map { String(cString: $0) } ?? "" }
  var affectedRows: Int { PQcmdTuples(raw).flatMap { Int(String(cString: $0)) } ?? 0 }

  func columnIndex(_ name: String) -> Int? {
    for column in 0..<columnCount where columnName(column) == name { return column }
    return nil
  }

  func columnName(_ column: Int) -> String {
    PQfname(raw, Int32(column)).map { String(cString: $0) } ?? ""
  }

  func columnType(_ column: Int) -> UInt32 { PQftype(raw, Int32(column)) }

  /// Calls `body` with the binary value, or with nil for NULL. Row and column must be in range.
  func withValue<R>(row: Int, column: Int, _ body: (UnsafeRawBufferPointer?) -> R) -> R {
    let (row, column) = (Int32(row), Int32(column))
    guard PQgetisnull(raw, row, column) == 0 else { return body(nil) }
    return body(UnsafeRawBufferPointer(start: PQgetvalue(raw, row, column), count: Int(PQgetlength(raw, row, column))))
  }

  /// The server's error, when the result is one.
  var error: PostgresError? {
    switch status {
    case PGRES_FATAL_ERROR, PGRES_BAD_RESPONSE:
      PostgresError(
        sqlState: text(CLibPQ_errorSQLState(raw)) ?? "08006",
        message: text(CLibPQ_errorMessage(raw)) ?? text(PQresultErrorMessage(raw)) ?? "unknown",
        detail: text(CLibPQ_errorDetail(raw)), constraint: text(CLibPQ_errorConstraint(raw)))
    case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH:
      PostgresError(sqlState: "0A000", message: "COPY is not supported by this client")
    default: nil
    }
  }

  private func text(_ field: UnsafePointer<CChar>?) -> String? { field.map { String(cString: $0) } }
}
