import Pacing

/// Which installations a recovery means.
public struct RecoveryTarget: Sendable, Hashable, Codable {
  /// What was lost.
  public enum Cause: String, Sendable, Hashable, Codable, CaseIterable {
    /// The service no longer has the key.
    case keysLost = "keys_lost"
    /// The key stands, its receipt does not.
    case receiptsLost = "receipts_lost"
  }

  /// What was lost.
  public var cause: Cause
  /// Only installations that registered at or after this instant.
  public var registeredFrom: Microseconds?
  /// Only installations that registered before this instant.
  public var registeredUntil: Microseconds?
  /// Only installations of the rollout's list.
  public var isListed: Bool

  /// A target.
  public init(
    cause: Cause, registeredFrom: Microseconds? = nil, registeredUntil: Microseconds? = nil, isListed: Bool = false
  ) {
    self.cause = cause
    self.registeredFrom = registeredFrom
    self.registeredUntil = registeredUntil
    self.isListed = isListed
  }

  enum CodingKeys: String, CodingKey {
    case cause
    case registeredFrom = "registered_from"
    case registeredUntil = "registered_until"
    case isListed = "is_listed"
  }

  /// Whether it means an installation that registered then.
  func means(registeredAt: Microseconds?, listed: Bool) -> Bool {
    if isListed, !listed { return false }
    guard let registeredAt else { return registeredFrom == nil && registeredUntil == nil }
    return registeredAt >= registeredFrom ?? .min && registeredAt < registeredUntil ?? .max
  }
}
