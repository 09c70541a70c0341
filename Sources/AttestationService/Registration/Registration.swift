import Cryptography
import Foundation

/// Registers keys: the challenge is claimed, then the attestation verified on threads of its own, then everything about
/// the key is written in one transaction.
///
/// The claim names its submission by a digest. The same submission, sent again, gets the same answer; if the first attempt
/// died between claim and answer, the repeat finishes it.
public final class Registration: Sendable {
  private let store: RegistrationStore
  private let desk: ChallengeDesk
  private let judge: AttestationJudge
  private let threads: VerificationThreads

  init(store: RegistrationStore, desk: ChallengeDesk, judge: AttestationJudge, threads: VerificationThreads) {
    self.store = store
    self.desk = desk
    self.judge = judge
    self.threads = threads
  }

  /// Registers a key, or tells what an identical submission was told. Throws `Refusal`.
  public func register(_ submission: AttestationSubmission) async throws -> RegistrationOutcome {
    let scope = ChallengeScope(tenant: submission.tenant, app: submission.app.app, purpose: .attestation)
    let token = try desk.open(submission.challenge, scope: scope, at: submission.receivedAt)
    let claim = RegistrationClaim(submission: submission, challenge: token)
    switch try await store.claim(claim) {
    case .verify: return try await verify(claim)
    case .registered(let key): return RegistrationOutcome(key: key, isRepeat: true)
    case .refused(let refusal): throw refusal
    }
  }

  private func verify(_ claim: RegistrationClaim) async throws -> RegistrationOutcome {
    let judge = judge
    let verdict = try await threads.perform { judge.judge(claim.submission) }
    switch verdict {
    case .success(let judged): return try await store.register(claim, judged)
    case .failure(let refusal):
      try await store.refuse(claim, refusal)
      throw refusal
    }
  }
}
