import Foundation

/// How fast Apple may be asked, and when to stop asking.
public struct GovernorLimits: Sendable, Equatable {
  /// Requests a second of one team.
  public var teamPerSecond: Double
  /// Requests a second in total.
  public var totalPerSecond: Double
  /// Answers 401 in a row that open a credential's breaker.
  public var credentialThreshold: Int
  /// Failures in a row that open a host's breaker.
  public var hostThreshold: Int
  /// Seconds within which 429 for two teams slows everybody.
  public var sharedPressureWindow: TimeInterval

  /// The limits of the product; every value can be set.
  public init(
    teamPerSecond: Double = 20, totalPerSecond: Double = 100, credentialThreshold: Int = 3, hostThreshold: Int = 10,
    sharedPressureWindow: TimeInterval = 10
  ) {
    self.teamPerSecond = teamPerSecond
    self.totalPerSecond = totalPerSecond
    self.credentialThreshold = credentialThreshold
    self.hostThreshold = hostThreshold
    self.sharedPressureWindow = sharedPressureWindow
  }
}
