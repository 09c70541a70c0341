import Postgres

/// Judges and records many assertions with one call.
struct AssertionWork: BatchWork {
  private static let sql = """
    SELECT refusal, key_counter FROM assay.record_assertions($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
    """

  func statement(tenant: Int64, rows: [AssertionRow]) -> PostgresStatement {
    PostgresStatement(
      Self.sql,
      [
        .int8(tenant), .int8Array(rows.map { $0.key?.key ?? 0 }), .int8Array(rows.map { $0.challenge.row }),
        .timestampArray(rows.map { $0.challenge.expiresAt }), .bytesArray(rows.map { $0.challenge.random }),
        .int8Array(rows.map { $0.submission.app.app }), .textArray(rows.map { $0.submission.account }),
        .textArray(rows.map { $0.submission.operation }), .int8Array(rows.map { Int64($0.verdict.counter) }),
        .textArray(rows.map { $0.verdict.refusal?.code ?? "" }), .boolArray(rows.map { $0.verdict.showsExtensions }),
        .textArray(rows.map { $0.submission.correlationID }),
      ])
  }

  func deliver(_ answer: PostgresRows, to rows: [AssertionRow]) throws(PostgresError) {
    guard answer.count == rows.count else {
      throw PostgresError(sqlState: "XX000", message: "a batch gave another number of answers")
    }
    for (row, refusal) in zip(rows, try answer.optionalTexts(0)) { row.completion(row.outcome(refusal)) }
  }
}

extension AssertionRow {
  /// The answer, from what the database judged: a code, or nil for accepted.
  func outcome(_ code: String?) -> Result<AcceptedAssertion, Refusal> {
    if let code {
      if let refusal = verdict.refusal, refusal.code == code { return .failure(refusal) }
      return .failure(Refusal.known(code))
    }
    guard let key else { return .failure(.keyUnknown) }
    return .success(
      AcceptedAssertion(
        counter: verdict.counter, key: key, validationCategory: verdict.validationCategory,
        bundleVersion: verdict.bundleVersion))
  }
}
