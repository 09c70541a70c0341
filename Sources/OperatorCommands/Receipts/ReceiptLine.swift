import AttestationService
import Cryptography
import Foundation
import Postgres

/// One receipt as commands show it.
struct ReceiptLine: Sendable {
  let keyID: [UInt8]
  let account: String
  let state: String
  let reason: String?
  let metric: Int?
  let freshness: String
  let lastAnswer: String?
  let nextDueAt: Date?

  init(_ row: PostgresRow) throws {
    keyID = try row.decode("key_id")
    account = try row.decode("account_id")
    state = try row.decode("receipt_state")
    reason = try row.decodeIfPresent("reason")
    metric = try row.decodeIfPresent("metric")
    freshness = try row.decode("freshness")
    lastAnswer = try row.decodeIfPresent("last_answer")
    nextDueAt = try row.decodeIfPresent("next_due_at")
  }

  var cells: [String] {
    [
      Base64.encode(keyID), account, state, reason ?? "-", metric.map { String($0) } ?? "-", freshness,
      lastAnswer ?? "-",
      nextDueAt.map(Timestamp.format) ?? "-",
    ]
  }

  var json: JSONValue {
    .object([
      ("key_id", .string(Base64.encode(keyID))), ("account_id", .string(account)), ("state", .string(state)),
      ("reason", JSONValue(reason)), ("metric", JSONValue(metric)), ("freshness", .string(freshness)),
      ("last_answer", JSONValue(lastAnswer)), ("next_due_at", nextDueAt.map(JSONValue.instant) ?? .null),
    ])
  }
}
