import Foundation
import Pacing

/// An installation whose request is held open until its slot's moment.
struct ParkedInstallation: Sendable {
  let question: AdmissionQuestion
  let key: InstallationKey
  let parkedAt: ContinuousClock.Instant
  let completion: @Sendable (Result<AdmissionDecision, Refusal>) -> Void
  /// Its challenge; nil until it is issued.
  var challenge: [UInt8]?
  var expiresAt: Date?

  /// The challenge's row, which its bytes carry.
  var challengeRow: Int64? {
    challenge.flatMap { $0.count == ChallengeToken.length ? Int64(bitPattern: $0.bigEndian(at: 3, count: 8)) : nil }
  }
}
