import Cryptography

/// A submission that claims its challenge.
struct RegistrationClaim: Sendable {
  let submission: AttestationSubmission
  let challenge: ChallengeToken
  /// Names the submission: equal only for an identical one.
  let digest: [UInt8]

  init(submission: AttestationSubmission, challenge: ChallengeToken) {
    self.submission = submission
    self.challenge = challenge
    digest = SHA256.hash(parts: [
      SHA256.hash(submission.account), SHA256.hash(submission.device ?? ""), submission.keyID,
      SHA256.hash(submission.challenge), SHA256.hash(submission.attestation),
    ])
  }

  /// What the database says to a claim.
  enum Answer: Sendable {
    /// It is this submission's: verify it.
    case verify
    /// The same submission was accepted before.
    case registered(KeyState)
    /// The challenge is not to be had, or the same submission was refused before.
    case refused(Refusal)
  }
}
