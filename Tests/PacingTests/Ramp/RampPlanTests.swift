import Pacing
import Testing

@Suite struct RampPlanTests {
  private static func steps(_ shares: [Double]) -> RampPlan {
    RampPlan(shape: .steps(shares.map { RampStep(share: Share(fraction: $0), soakSeconds: 60) }))
  }

  @Test("a ramp that goes down is refused", arguments: [[0.1, 0.05, 1], [0.1, 0.1, 1], [0, 1]])
  func goesDown(shares: [Double]) {
    #expect(throws: RampProblem.goesDown) { try Self.steps(shares).validate(at: 0) }
  }

  @Test("a ramp without steps, or one that ends early, is refused")
  func noEnd() {
    #expect(throws: RampProblem.noSteps) { try Self.steps([]).validate(at: 0) }
    #expect(throws: RampProblem.endsEarly) { try Self.steps([0.1, 0.5]).validate(at: 0) }
  }

  @Test("a window in the past is refused")
  func past() {
    let now = 10 * Microseconds.day
    let plans = [
      RampPlan(shape: .everybody, notBefore: now - 1), RampPlan(shape: .everybody, notAfter: now),
      RampPlan(shape: .everybody, notBefore: now + 5, notAfter: now + 5),
      RampPlan(shape: .everybody, freezes: [ChangeFreeze(from: now - 10, until: now - 5)]),
      RampPlan(shape: .everybody, freezes: [ChangeFreeze(from: now + 10, until: now + 5)]),
    ]
    for plan in plans { #expect(throws: RampProblem.windowInThePast) { try plan.validate(at: now) } }
  }

  @Test("an empty daily window is refused")
  func emptyWindow() {
    let plan = RampPlan(shape: .everybody, window: DailyWindow(fromMinute: 60, untilMinute: 60))
    #expect(throws: RampProblem.windowInvalid) { try plan.validate(at: 0) }
  }

  @Test("a daily window may span midnight")
  func overMidnight() {
    let window = DailyWindow(fromMinute: 22 * 60, untilMinute: 6 * 60)
    #expect(window.isOpen(at: 23 * 3600 * .second))
    #expect(window.isOpen(at: 5 * 3600 * .second))
    #expect(!window.isOpen(at: 12 * 3600 * .second))
    #expect(window.opening(after: 12 * 3600 * .second) == 22 * 3600 * .second)
  }

  @Test("a freeze closes the plan, and the plan opens when it ends")
  func freeze() {
    let plan = RampPlan(shape: .everybody, freezes: [ChangeFreeze(from: 100, until: 200)])
    #expect(!plan.isOpen(at: 150))
    #expect(plan.opening(after: 150) == 200)
  }

  @Test("a step is passed when it has soaked, and a manual gate only by a person")
  func gates() {
    let shape = RampShape.steps([
      RampStep(share: Share(fraction: 0.01), soakSeconds: 10),
      RampStep(share: Share(fraction: 0.1), soakSeconds: 10, gate: .manual), RampStep(share: .all, soakSeconds: 0),
    ])
    var progress = RampProgress(shape: shape, population: 1000)
    progress.advance(by: 9 * .second, shape: shape, demandIsShort: false)
    #expect(progress.step == 0)
    progress.advance(by: 1 * .second, shape: shape, demandIsShort: false)
    #expect(progress.share == Share(fraction: 0.1))
    progress.advance(by: 100 * .second, shape: shape, demandIsShort: true)
    #expect(progress.waitsForPerson && progress.step == 1)
    let opened = progress.openNextStep(shape: shape)
    #expect(opened && progress.share == .all)
    let openedMore = progress.openNextStep(shape: shape)
    #expect(!openedMore)
  }

  @Test("a ramp without steps grows only while demand is short, and never faster than its time", arguments: 0..<5)
  func continuous(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let shape = RampShape.continuous(seconds: 1000)
    var progress = RampProgress(shape: shape, population: 1_000_000)
    for second in 1...2000 {
      let before = progress.share
      let isShort = Bool.random(using: &random)
      progress.advance(by: .second, shape: shape, demandIsShort: isShort)
      #expect(progress.share >= before)
      #expect(isShort || progress.share == before)
      #expect(progress.share.fraction <= max(0.001, Double(second) / 1000) + 1e-9)
    }
  }
}
