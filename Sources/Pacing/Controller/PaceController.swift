/// Finds the pace that Apple takes from one team: additive increase, multiplicative decrease, inside the ceiling.
///
/// It is a value: measurements in, decisions out; the clock is an argument. A clear breach pauses, a measurement that
/// cannot be judged holds, and neither is ever taken for a pass.
public struct PaceController: Sendable {
  /// How it moves.
  public let settings: ControllerSettings
  /// The ceiling: the team's budget.
  public private(set) var ceiling: PaceRate
  /// The pace now.
  public private(set) var rate: PaceRate
  private var recent: MeasurementWindow
  private var breaches: MeasurementWindow
  private var ordinary: OrdinaryFailure
  private var lastCut: Microseconds?
  private var lastGrant: Microseconds?
  private var lastRise: Microseconds

  /// A controller that begins at `rate`.
  public init(settings: ControllerSettings = .init(), ceiling: PaceRate, rate: PaceRate, at now: Microseconds) {
    self.settings = settings
    self.ceiling = ceiling
    self.rate = min(rate, ceiling)
    self.recent = MeasurementWindow(seconds: settings.throttleWindowSeconds)
    self.breaches = MeasurementWindow(seconds: settings.breachWindowSeconds)
    self.ordinary = OrdinaryFailure(least: settings.ordinaryThrottleRatio)
    self.lastRise = now
  }

  /// The operator's word wins at once: the ceiling moves, and the pace comes down to it.
  public mutating func setCeiling(_ ceiling: PaceRate) {
    self.ceiling = ceiling
    rate = min(rate, ceiling)
  }

  /// Judges one more measurement. `nil` means that nothing could be measured: the pace holds.
  public mutating func evaluate(_ measurement: PaceMeasurement?, at now: Microseconds) -> ControllerDecision {
    guard let measurement else { return .hold(.inconclusive) }
    breaches.add(measurement)
    if measurement.granted > 0 { lastGrant = now }
    if isBreached(at: now) { return .pause(.throttled) }
    // Reports of what was asked for before the cut say nothing about the pace after it.
    if let lastCut, now - lastCut < .seconds(settings.settleSeconds) { return .hold(.settling) }
    recent.add(measurement)
    if isThrottled, let decision = cut(at: now) { return decision }
    guard recent.sum.granted > 0 else { return measurement.somebodyWaits ? .hold(.inconclusive) : .idle }
    if let latency = measurement.latencySeconds, latency > settings.slowSeconds { return .hold(.slow) }
    return rise(at: now, wanted: measurement.somebodyWaits)
  }

  /// Most requests are throttled although the pace was cut for a whole window. Reports outlive in the window what they
  /// report on; when nobody is let in any more, what is left in it says nothing.
  private func isBreached(at now: Microseconds) -> Bool {
    guard let lastGrant, now - lastGrant <= .seconds(settings.throttleWindowSeconds) else { return false }
    let sum = breaches.sum
    return sum.span >= .seconds(settings.breachWindowSeconds)
      && RatioJudgement.judge(sum.throttled, of: sum.granted, limit: settings.throttleBreach) == .breach
  }

  /// Three reports at least, and more than ordinary failure explains by three standard deviations.
  private var isThrottled: Bool {
    let expected = Double(recent.sum.granted) * ordinary.ratio
    let reports = Double(recent.sum.throttled)
    return reports >= 3 && reports > expected + 3 * expected.squareRoot()
  }

  /// Down to a little less than what Apple took, further at each cut in a row, and to a half at most.
  private mutating func cut(at now: Microseconds) -> ControllerDecision? {
    let close = lastCut.map { now - $0 < .seconds(settings.calmSeconds) } ?? false
    guard ordinary.justifiesCut(throttleRatio, closeToLast: close) else { return nil }
    let factor = max(0.5, (1 - throttleRatio) * settings.cutFactor * ordinary.depth)
    rate = max(min(settings.floor, ceiling), PaceRate(perSecond: rate.perSecond * factor))
    lastCut = now
    lastRise = now
    recent.clear()
    return .lower(to: rate, .throttled)
  }

  private var throttleRatio: Double {
    min(1, Double(recent.sum.throttled) / Double(max(1, recent.sum.granted)))
  }

  private mutating func rise(at now: Microseconds, wanted: Bool) -> ControllerDecision {
    ordinary.settle(toward: throttleRatio)
    guard rate < ceiling, wanted else { return .keep }
    if let lastCut, now - lastCut < .seconds(settings.calmSeconds) { return .keep }
    guard now - lastRise >= .seconds(settings.riseEverySeconds) else { return .keep }
    lastRise = now
    rate = min(ceiling, PaceRate(milli: rate.milli + settings.increase.milli))
    return .raise(to: rate)
  }
}
