import Postgres

/// Asks the database about many installations with one call.
struct AdmissionWork: BatchWork {
  func statement(tenant: Int64, rows: [AdmissionRow]) -> PostgresStatement {
    PostgresStatement(
      "SELECT * FROM assay.ask_admissions($1, $2, $3, $4, $5, $6, $7)",
      [
        .int8(tenant), .int8Array(rows.map(\.question.app.app)), .bytesArray(rows.map(\.key.bytes)),
        .textArray(rows.map(\.question.installation)), .int8Array(rows.map { $0.rollout ?? 0 }),
        .textArray(rows.map(\.question.report)),
        .textArray(rows.map { $0.question.account ?? "" }),
      ])
  }

  func deliver(_ answer: PostgresRows, to rows: [AdmissionRow]) throws(PostgresError) {
    guard answer.count == rows.count else {
      throw PostgresError(sqlState: "XX000", message: "a batch gave another number of answers")
    }
    var standings: [AdmissionStanding] = []
    for row in answer { standings.append(try AdmissionStanding(row)) }
    for (row, standing) in zip(rows, standings) { row.completion(.success(standing)) }
  }
}
