import Timing

/// A judged assertion that waits for its commit. A class, because it goes from hand to hand.
final class AssertionRow: BatchRow {
  let submission: AssertionSubmission
  let challenge: ChallengeToken
  /// Nil: this app has no such key.
  let key: RegisteredKey?
  let verdict: AssertionVerdict
  let completion: @Sendable (Result<AcceptedAssertion, Refusal>) -> Void

  init(
    submission: AssertionSubmission, challenge: ChallengeToken, key: RegisteredKey?, verdict: AssertionVerdict,
    completion: @escaping @Sendable (Result<AcceptedAssertion, Refusal>) -> Void
  ) {
    self.submission = submission
    self.challenge = challenge
    self.key = key
    self.verdict = verdict
    self.completion = completion
  }

  var tenant: Int64 { submission.tenant }
  var locks: BatchLocks { BatchLocks(challenge.row, key?.key) }
  var deadline: Uptime { submission.deadline }

  func complete(_ refusal: Refusal) { completion(.failure(refusal)) }
}
