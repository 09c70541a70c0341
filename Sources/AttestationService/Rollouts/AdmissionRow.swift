import Postgres
import Timing

/// A question that waits for its place in a batch.
struct AdmissionRow: BatchRow {
  let question: AdmissionQuestion
  let key: InstallationKey
  /// The rollout that gives it a moment if it is new; nil when it can be held open, or belongs to none.
  let rollout: Int64?
  let completion: @Sendable (Result<AdmissionStanding, Refusal>) -> Void

  var tenant: Int64 { question.tenant }
  /// Two questions of one installation do not meet in one batch.
  var locks: BatchLocks { BatchLocks(key.bytes.prefix(8).reduce(0) { $0 << 8 | Int64($1) }) }
  var deadline: Uptime { question.deadline }

  func complete(_ refusal: Refusal) { completion(.failure(refusal)) }
}
