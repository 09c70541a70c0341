/// A judged assertion that waits for its commit.
struct AssertionRow: BatchRow {
  let submission: AssertionSubmission
  let challenge: ChallengeToken
  /// Nil: this app has no such key.
  let key: RegisteredKey?
  let verdict: AssertionVerdict
  let completion: @Sendable (Result<AcceptedAssertion, Refusal>) -> Void

  var tenant: Int64 { submission.tenant }
  var locks: [Int64] { key.map { [$0.key, challenge.row] } ?? [challenge.row] }
  var deadline: ContinuousClock.Instant { submission.deadline }

  func complete(_ refusal: Refusal) { completion(.failure(refusal)) }
}
