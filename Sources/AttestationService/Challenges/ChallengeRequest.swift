import Timing

/// For whom and what a challenge is to be issued. A class, because it goes from hand to hand until its commit.
public final class ChallengeRequest: Sendable {
  /// The tenant.
  public let tenant: Int64
  /// The app.
  public let app: AppRecord
  /// What it is for.
  public let purpose: ChallengePurpose
  /// The tenant's own name of the account.
  public let account: String
  /// Empty for attestations.
  public let operation: String
  /// Nil: the policy's.
  public let lifetimeSeconds: Int?
  /// Only on a lab server: the very bytes of the challenge.
  public let planted: [UInt8]?
  /// After this nobody waits for the answer.
  public let deadline: Uptime

  /// Collects the request.
  public init(
    tenant: Int64, app: AppRecord, purpose: ChallengePurpose, account: String, operation: String,
    lifetimeSeconds: Int? = nil, planted: [UInt8]? = nil, deadline: Uptime
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
