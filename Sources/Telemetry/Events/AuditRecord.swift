/// Something that somebody did to the service and will have to answer for: a secret made, a policy changed, a key
/// revoked, a rollout paused.
public struct AuditRecord: Sendable {
  /// What was done: constant words in snake_case.
  public let action: StaticString
  /// Who did it: the public identifier of a secret, or an operator's name.
  public let actor: String
  /// The tenant, if it was about one.
  public let tenant: String?
  /// What it was done to: a public identifier.
  public let target: String
  /// Whether it was done or refused.
  public let succeeded: Bool
  /// The request, if it came by one.
  public let correlationID: CorrelationID?

  /// A record.
  public init(
    action: StaticString, actor: String, tenant: String? = nil, target: String, succeeded: Bool,
    correlationID: CorrelationID? = nil
  ) {
    self.action = action
    self.actor = actor
    self.tenant = tenant
    self.target = target
    self.succeeded = succeeded
    self.correlationID = correlationID
  }
}
