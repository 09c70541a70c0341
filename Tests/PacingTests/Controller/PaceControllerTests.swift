import Pacing
import Testing

@Suite struct PaceControllerTests {
  private static func measured(granted: Int = 90, throttled: Int = 0, waits: Bool = true) -> PaceMeasurement {
    PaceMeasurement(span: .second, granted: granted, throttled: throttled, registered: granted, somebodyWaits: waits)
  }

  private static func controller(rate: Double, ceiling: Double = 100) -> PaceController {
    PaceController(ceiling: PaceRate(perSecond: ceiling), rate: PaceRate(perSecond: rate), at: 0)
  }

  @Test("an inconclusive measurement holds, and never raises the pace")
  func inconclusive() {
    var controller = Self.controller(rate: 50)
    for second in 1...60 {
      let decision = controller.evaluate(nil, at: Microseconds(second) * .second)
      #expect(decision == .hold(.inconclusive))
    }
    #expect(controller.rate == PaceRate(perSecond: 50))
  }

  @Test("the pace rises by the same amount while Apple takes all, up to the ceiling")
  func additiveIncrease() {
    var controller = Self.controller(rate: 90)
    for second in 1...120 {
      _ = controller.evaluate(Self.measured(), at: Microseconds(second) * .second)
      #expect(controller.rate <= PaceRate(perSecond: 100))
    }
    #expect(controller.rate == PaceRate(perSecond: 100))
  }

  @Test("throttling cuts below what Apple took, within five seconds", arguments: [60, 70, 80, 90])
  func cut(limit: Int) {
    var controller = Self.controller(rate: 100)
    var cutAt: Int?
    for second in 1...5 where cutAt == nil {
      let decision = controller.evaluate(
        Self.measured(granted: 97, throttled: 97 - limit), at: Microseconds(second) * .second)
      if case .lower = decision { cutAt = second }
    }
    #expect(cutAt != nil)
    #expect(controller.rate.effective.perSecond <= Double(limit))
    #expect(controller.rate.perSecond >= Double(limit) * 0.9)
  }

  @Test("a failure ratio that no cut changes is learnt as ordinary, and the pace recovers")
  func ordinaryFailure() {
    var controller = Self.controller(rate: 100)
    for second in 1...1200 {
      let granted = Int(controller.rate.effective.perSecond)
      _ = controller.evaluate(
        Self.measured(granted: granted, throttled: granted / 25), at: Microseconds(second) * .second)
    }
    #expect(controller.rate > PaceRate(perSecond: 70))
  }

  @Test("reports that outlive in the window what they report on are no breach once nobody is let in")
  func lateReports() {
    var controller = Self.controller(rate: 100)
    for second in 1...120 {
      let granted = second <= 2 ? 20 : 0
      let measurement = Self.measured(granted: granted, throttled: second == 3 ? 20 : 0, waits: false)
      let decision = controller.evaluate(measurement, at: Microseconds(second) * .second)
      #expect(decision != .pause(.throttled), "\(second)")
    }
  }

  @Test("throttling that no cut ends pauses, with the reason")
  func breach() {
    var controller = Self.controller(rate: 100)
    var decisions: [ControllerDecision] = []
    for second in 1...90 {
      let granted = max(1, Int(controller.rate.effective.perSecond))
      decisions.append(
        controller.evaluate(
          Self.measured(granted: granted, throttled: granted), at: Microseconds(second) * .second))
    }
    #expect(decisions.contains(.pause(.throttled)))
  }

  @Test("the operator's ceiling wins at once")
  func ceiling() {
    var controller = Self.controller(rate: 100)
    controller.setCeiling(PaceRate(perSecond: 20))
    #expect(controller.rate == PaceRate(perSecond: 20))
  }

  @Test("the pace does not rise while nobody waits")
  func noDemand() {
    var controller = Self.controller(rate: 10)
    for second in 1...60 {
      _ = controller.evaluate(Self.measured(granted: 3, waits: false), at: Microseconds(second) * .second)
    }
    #expect(controller.rate == PaceRate(perSecond: 10))
  }

  @Test("the last word holds for a bounded time, then only a trickle passes, and it never jumps up")
  func heldRate() {
    let held = HeldRate(rate: PaceRate(perSecond: 80), decided: 0)
    #expect(held.inForce(at: HeldRate.holdFor) == PaceRate(perSecond: 80))
    #expect(held.inForce(at: HeldRate.holdFor + 1) == HeldRate.trickle)
    #expect(HeldRate(rate: .zero, decided: 0).inForce(at: .day) == .zero)
  }
}

@Suite struct RolloutHealthTests {
  @Test("too few results are no pass")
  func few() {
    var health = RolloutHealth()
    let few = health.judge(PaceMeasurement(span: .second, granted: 10, registered: 10))
    let none = health.judge(nil)
    #expect(few == .inconclusive && none == .inconclusive)
    #expect(!HealthVerdict.inconclusive.letsAdvance(.continuous(seconds: 0)))
    #expect(!HealthVerdict.idle.letsAdvance(.steps([])))
  }

  @Test("enough good results are a pass")
  func healthy() {
    var health = RolloutHealth()
    let verdict = health.judge(PaceMeasurement(span: .second, granted: 200, registered: 200))
    #expect(verdict == .healthy)
  }

  @Test("a gate judges what happened before a pause or another leader, too")
  func recalls() {
    var health = RolloutHealth()
    health.recall(PaceMeasurement(span: 0, granted: 200, registered: 200))
    let verdict = health.judge(PaceMeasurement(span: .second, somebodyWaits: false))
    #expect(verdict == .healthy)
  }

  @Test("refusals clearly above the limit stop the rollout")
  func refused() {
    var health = RolloutHealth()
    let verdict = health.judge(PaceMeasurement(span: .second, granted: 100, registered: 60, refused: 40))
    #expect(verdict == .breach(.refused))
  }

  @Test("no-shows clearly above the limit stop the rollout")
  func noShows() {
    var health = RolloutHealth()
    let verdict = health.judge(PaceMeasurement(span: .second, granted: 100, registered: 20, noShows: 80))
    #expect(verdict == .breach(.noShows))
  }
}

@Suite struct RateDivisionTests {
  private static func claim(_ kind: RolloutKind, wanted: Double) -> RateDivision.Claim {
    RateDivision.Claim(kind: kind, ceiling: PaceRate(perSecond: 100), wanted: PaceRate(perSecond: wanted))
  }

  @Test("new users keep their part beside a recovery")
  func guaranteed() {
    let rates = RateDivision.divide(
      PaceRate(perSecond: 100), among: [Self.claim(.recovery, wanted: 100), Self.claim(.surge, wanted: 100)])
    #expect(rates[1] >= PaceRate(perSecond: 20))
    #expect(rates[0] + rates[1] <= PaceRate(perSecond: 100))
  }

  @Test("what new users do not want the recovery gets")
  func workConserving() {
    let rates = RateDivision.divide(
      PaceRate(perSecond: 100), among: [Self.claim(.recovery, wanted: 100), Self.claim(.surge, wanted: 0)])
    #expect(rates[0] == PaceRate(perSecond: 100))
  }

  @Test("a rollout alone has the whole pace")
  func alone() {
    #expect(
      RateDivision.divide(PaceRate(perSecond: 80), among: [Self.claim(.first, wanted: 0)]) == [PaceRate(perSecond: 80)])
  }
}

extension PaceRate {
  fileprivate static func + (left: PaceRate, right: PaceRate) -> PaceRate { PaceRate(milli: left.milli + right.milli) }
}
