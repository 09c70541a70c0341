/// A challenge that waits to be recorded.
struct ChallengeRow: BatchRow {
  let request: ChallengeRequest
  /// Seconds since 1970.
  let expiry: UInt32
  let completion: @Sendable (Result<IssuedChallenge, Refusal>) -> Void

  var tenant: Int64 { request.tenant }
  /// A new row locks nothing.
  var locks: [Int64] { [] }
  var deadline: ContinuousClock.Instant { request.deadline }

  func complete(_ refusal: Refusal) { completion(.failure(refusal)) }
}
