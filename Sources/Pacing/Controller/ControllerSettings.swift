/// How the controller moves, and where it stops. All have defaults that the simulation was run with.
public struct ControllerSettings: Sendable, Hashable, Codable {
  /// Never below this while running: with less the controller could not see the limit rise again.
  public var floor: PaceRate
  /// What is added at each rise.
  public var increase: PaceRate
  /// The time between two rises.
  public var riseEverySeconds: Double
  /// The calm after a cut, before the next rise.
  public var calmSeconds: Double
  /// How far below the pace that Apple still took a cut goes.
  public var cutFactor: Double
  /// The least share of throttle reports that is ordinary network failure; what it really is, is learnt.
  public var ordinaryThrottleRatio: Double
  /// The time after a cut in which reports of requests made before it still arrive.
  public var settleSeconds: Double
  /// The time over which throttle reports are counted for a cut.
  public var throttleWindowSeconds: Double
  /// The time over which breaches are judged.
  public var breachWindowSeconds: Double
  /// A throttle ratio clearly above this pauses the rollout.
  public var throttleBreach: Double
  /// A refusal ratio clearly above this pauses the rollout.
  public var refusalBreach: Double
  /// A no-show ratio clearly above this pauses the rollout.
  public var noShowBreach: Double
  /// A latency above this holds the pace.
  public var slowSeconds: Double

  /// The defaults.
  public init() {
    floor = PaceRate(perSecond: 1)
    increase = PaceRate(perSecond: 1)
    riseEverySeconds = 3
    calmSeconds = 20
    cutFactor = 0.98
    ordinaryThrottleRatio = 0.001
    settleSeconds = 3
    throttleWindowSeconds = 5
    breachWindowSeconds = 60
    throttleBreach = 0.6
    refusalBreach = 0.1
    noShowBreach = 0.5
    slowSeconds = 120
  }

  enum CodingKeys: String, CodingKey {
    case floor
    case increase
    case riseEverySeconds = "rise_every_seconds"
    case calmSeconds = "calm_seconds"
    case cutFactor = "cut_factor"
    case ordinaryThrottleRatio = "ordinary_throttle_ratio"
    case settleSeconds = "settle_seconds"
    case throttleWindowSeconds = "throttle_window_seconds"
    case breachWindowSeconds = "breach_window_seconds"
    case throttleBreach = "throttle_breach"
    case refusalBreach = "refusal_breach"
    case noShowBreach = "no_show_breach"
    case slowSeconds = "slow_seconds"
  }
}
