import Postgres

/// A question that waits for its place in a batch.
struct AdmissionRow: BatchRow {
  let question: AdmissionQuestion
  let key: InstallationKey
  /// The rollout and the moment that it would be given, were it new; nil when no moment is to be had.
  let proposal: (rollout: Int64, due: Int64)?
  let completion: @Sendable (Result<AdmissionStanding, Refusal>) -> Void

  var tenant: Int64 { question.tenant }
  /// Two questions of one installation do not meet in one batch.
  var locks: [Int64] { [key.bytes.prefix(8).reduce(0) { $0 << 8 | Int64($1) }] }
  var deadline: ContinuousClock.Instant { question.deadline }

  func complete(_ refusal: Refusal) { completion(.failure(refusal)) }
}
