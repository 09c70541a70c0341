/// For whom and what a challenge is to be issued. A class, because it goes from hand to hand until its commit.
public final class ChallengeRequest: Sendable {
  public let tenant: Int64
  public let app: AppRecord
  public let purpose: ChallengePurpose
  public let account: String
  /// Empty for attestations.
  public let operation: String
  /// Nil: the policy's.
  public let lifetimeSeconds: Int?
  /// Only on a lab server: the very bytes of the challenge.
  public let planted: [UInt8]?
  public let deadline: ContinuousClock.Instant

  /// Collects the request.
  public init(
    tenant: Int64, app: AppRecord, purpose: ChallengePurpose, account: String, operation: String,
    lifetimeSeconds: Int? = nil, planted: [UInt8]? = nil, deadline: ContinuousClock.Instant
  ) {
    self.tenant = tenant
    self.app = app
    self.purpose = purpose
    self.account = account
    self.operation = operation
    self.lifetimeSeconds = lifetimeSeconds
    self.planted = planted
    self.deadline = deadline
  }

  var lifetime: Int {
    let policy = app.policy.challengeLifetimes
    return lifetimeSeconds ?? (purpose == .attestation ? policy.attestationSeconds : policy.assertionSeconds)
  }
}
