import Postgres

/// The first answers to requests with an `Idempotency-Key`.
public struct IdempotencyLedger: Sendable {
  let pool: PostgresPool

  /// Enters a request as begun. Returns the first answer when there is one; throws `Refusal` when the first request is
  /// still worked on, or when the key belongs to another one. A request left without an answer for a minute (its replica
  /// died) may be begun again.
  public func begin(_ entry: LedgerEntry) async throws -> LedgerAnswer? {
    let begin = PostgresStatement(
      """
      SELECT state, status, content_type, body FROM assay.begin_idempotent($1, $2, $3, interval '1 minute')
      """, Self.binds(entry))
    do {
      let row = try await pool.transaction(tenant: entry.tenant, [begin])[0].single()
      switch try row.decode("state", as: String.self) {
      case "begun": return nil
      case "answered": return try Self.answer(row)
      default: throw Refusal.idempotentRequestInProgress
      }
    } catch let error as PostgresError where error.sqlState == "AS423" {
      throw Refusal.idempotencyKeyReused
    }
  }

  /// Enters the answer; nil gives the key back, so that a repeat is a first attempt. A fault here leaves the entry as
  /// begun, which ends by itself after a minute.
  public func finish(_ entry: LedgerEntry, with answer: LedgerAnswer?) async throws {
    let statement =
      if let answer {
        PostgresStatement(
          "SELECT assay.finish_idempotent($1, $2, $3, $4, $5, $6)",
          Self.binds(entry) + [
            .int2(Int16(clamping: answer.status)), .text(answer.contentType), .bytes(answer.body),
          ])
      } else {
        PostgresStatement("SELECT assay.abandon_idempotent($1, $2, $3)", Self.binds(entry))
      }
    _ = try await pool.transaction(tenant: entry.tenant, [statement])
  }

  private static func binds(_ entry: LedgerEntry) -> [PostgresValue] {
    [.int8(entry.tenant), .bytes(entry.keyHash), .bytes(entry.digest)]
  }

  private static func answer(_ row: PostgresRow) throws -> LedgerAnswer {
    LedgerAnswer(
      status: Int(try row.decode("status", as: Int16.self)), contentType: try row.decode("content_type"),
      body: try row.decode("body"))
  }
}
