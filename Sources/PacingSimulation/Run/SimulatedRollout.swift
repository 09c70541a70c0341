import Pacing

/// One rollout of the simulated app, with its installations.
struct SimulatedRollout {
  let definition: RolloutDefinition
  let beginsAt: Int64
  var line: PacedLine
  var health = RolloutHealth()
  var reports = ReportDelay()
  var progress: RampProgress
  var population: Population
  var waiting = 0.0
  /// Who is in the app and not in yet, whether the share holds them or not.
  private(set) var asking = 0.0
  /// Parts of installations that came and are not yet a whole one.
  private var parts = 0.0
  /// Fractions of refused and of vanished installations that have not yet made a whole one.
  private var refusedCarry = 0.0
  private var vanishedCarry = 0.0
  /// What the sum of many parts may lack to a whole one.
  private static let tolerance = 0.01
  private static let refusedPart = 0.001
  private static let vanishedPart = 0.002

  init(kind: RolloutKind, population size: Int64, habits: [OpeningHabit], ceiling: PaceRate, beginsAt: Int64) {
    let shape: RampShape = kind == .surge ? .everybody : .continuous(seconds: 0)
    definition = RolloutDefinition(kind: kind, ramp: RampPlan(shape: shape), plannedRate: ceiling, population: size)
    self.beginsAt = beginsAt
    line = PacedLine(rate: .zero)
    progress = RampProgress(shape: shape, population: size)
    population = Population(size: size, habits: habits)
  }

  var isDone: Bool { population.missing == 0 }

  func isActive(at second: Int64) -> Bool { second >= beginsAt && !isDone }

  /// The cohorts of this quarter of an hour open the app.
  mutating func enter(quarter: Int64) {
    if waiting < 1 {
      population.takeRest(share: progress.share)
      parts = waiting
    }
    population.enter(quarter: quarter)
    waiting = population.waiting(share: progress.share) + parts
    asking = population.waiting(share: .all)
  }

  /// How many could be let in now.
  var demand: Int { Int(min(Double(population.missing), waiting + Self.tolerance)) }

  var claim: RateDivision.Claim {
    let wanted = PaceRate(perSecond: min(Double(demand), definition.plannedRate.perSecond))
    return RateDivision.Claim(kind: definition.kind, ceiling: definition.plannedRate, wanted: wanted)
  }

  /// One second's outcome: `served` calls were taken by Apple, `throttled` were not and come back.
  mutating func settle(served: Int, throttled: Int, second: Int64) {
    vanishedCarry += Double(served) * Self.vanishedPart
    let vanished = min(served, Int(vanishedCarry))
    vanishedCarry -= Double(vanished)
    refusedCarry += Double(served - vanished) * Self.refusedPart
    let refused = min(served - vanished, Int(refusedCarry))
    refusedCarry -= Double(refused)
    let registered = min(Int64(served - vanished - refused), population.missing)
    population.admit(registered, share: progress.share)
    waiting = max(0, waiting - Double(registered))
    reports.report(throttled: throttled, registered: Int(registered), refused: refused, second: second)
    asking = max(0, asking - Double(registered))
  }

  /// What was measured since the controller looked last.
  mutating func measure() -> PaceMeasurement {
    var measurement = reports.take()
    measurement.somebodyWaits = demand > 0
    return measurement
  }

  /// The ramp advances by one second.
  mutating func advance(verdict: HealthVerdict) {
    guard verdict.letsAdvance(definition.ramp.shape) else { return }
    let before = progress.share
    progress.advance(by: .second, shape: definition.ramp.shape, demandIsShort: demand == 0)
    guard progress.share > before else { return }
    waiting += population.presentSize * (progress.share.fraction - before.fraction)
  }
}
