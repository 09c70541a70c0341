/// Watches one rollout: whether its ramp may advance, and whether it must stop.
public struct RolloutHealth: Sendable {
  private let settings: ControllerSettings
  private var breaches: MeasurementWindow
  private var gate = RecentOutcomes()

  /// A watch that has seen nothing.
  public init(settings: ControllerSettings = .init()) {
    self.settings = settings
    breaches = MeasurementWindow(seconds: settings.breachWindowSeconds)
  }

  /// The outcomes by which a gate can be passed at the earliest: when every one of them is good.
  public static func fewestOutcomes(_ settings: ControllerSettings = .init()) -> Int {
    let limit = min(settings.refusalBreach, settings.throttleBreach)
    return (1...RecentOutcomes.size).first { RatioJudgement.judge(0, of: $0, limit: limit) == .within }
      ?? RecentOutcomes.size
  }

  /// What happened before this watch began: a gate judges the rollout's outcomes, whoever led and paused meanwhile.
  public mutating func recall(_ past: PaceMeasurement) { gate.add(past) }

  /// Judges one more measurement of the rollout; `nil` means that nothing could be measured.
  public mutating func judge(_ measurement: PaceMeasurement?) -> HealthVerdict {
    guard let measurement else { return .inconclusive }
    breaches.add(measurement)
    gate.add(measurement)
    if let reason = breach { return .breach(reason) }
    if isHealthy { return .healthy }
    return measurement.somebodyWaits || breaches.sum.granted > 0 ? .inconclusive : .idle
  }

  private var breach: PauseReason? {
    let sum = breaches.sum
    let answered = sum.registered + sum.refused
    if RatioJudgement.judge(sum.refused, of: answered, limit: settings.refusalBreach) == .breach { return .refused }
    let ended = answered + sum.noShows
    if RatioJudgement.judge(sum.noShows, of: ended, limit: settings.noShowBreach) == .breach { return .noShows }
    return nil
  }

  private var isHealthy: Bool {
    let sum = gate.sum
    return RatioJudgement.judge(sum.refused, of: sum.registered + sum.refused, limit: settings.refusalBreach) == .within
      && RatioJudgement.judge(sum.throttled, of: sum.granted, limit: settings.throttleBreach) == .within
  }
}
