import Cryptography
import Foundation
import Timing

/// A challenge that waits to be recorded.
struct ChallengeRow: BatchRow {
  let request: ChallengeRequest
  /// Seconds since 1970.
  let expiry: UInt32
  /// The unguessable part of the challenge.
  let random = SecureRandom.bytes(ChallengeToken.randomLength)
  let completion: @Sendable (Result<IssuedChallenge, Refusal>) -> Void

  var expiresAt: Date { Date(timeIntervalSince1970: TimeInterval(expiry)) }
  var tenant: Int64 { request.tenant }
  /// A new row locks nothing.
  var locks: BatchLocks { .none }
  var deadline: Uptime { request.deadline }

  func complete(_ refusal: Refusal) { completion(.failure(refusal)) }
}
