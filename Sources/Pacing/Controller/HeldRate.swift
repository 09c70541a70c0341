/// The pace in force when the controller may be away: its last word for a bounded time, then only a trickle.
public struct HeldRate: Sendable, Hashable {
  /// How long the last word stands.
  public static let holdFor: Microseconds = 5 * .second
  /// What still passes after that, so that somebody notices and nothing breaks.
  public static let trickle = PaceRate(perSecond: 1)

  /// The controller's last word.
  public let rate: PaceRate
  /// When it was given.
  public let decided: Microseconds

  /// A pace that was decided at an instant.
  public init(rate: PaceRate, decided: Microseconds) {
    self.rate = rate
    self.decided = decided
  }

  /// The pace in force at an instant; it never jumps up.
  public func inForce(at now: Microseconds) -> PaceRate {
    now - decided <= Self.holdFor ? rate : min(rate, Self.trickle)
  }
}
