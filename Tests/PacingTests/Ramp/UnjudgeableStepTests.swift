import Pacing
import Testing

@Suite struct UnjudgeableStepTests {
  private static func definition(_ shares: [Double], population: Int64?) -> RolloutDefinition {
    let steps = shares.map { RampStep(share: Share(fraction: $0), soakSeconds: 60) }
    return RolloutDefinition(
      kind: .first, ramp: RampPlan(shape: .steps(steps)), plannedRate: PaceRate(perSecond: 50), population: population)
  }

  @Test("the outcomes that a gate needs are those by which the watch itself calls a rollout healthy")
  func agreesWithTheWatch() {
    let needed = RolloutHealth.fewestOutcomes()
    #expect(needed == 35)
    for (outcomes, verdict) in [(needed - 1, HealthVerdict.inconclusive), (needed, .healthy)] {
      var health = RolloutHealth()
      let measurement = PaceMeasurement(span: .second, granted: outcomes, registered: outcomes, somebodyWaits: true)
      #expect(health.judge(measurement) == verdict)
    }
  }

  @Test("a step whose share cannot give its gate the outcomes is found, with the share that could")
  func found() throws {
    let steps = Self.definition([0.01, 0.1, 1], population: 1000).unjudgeableSteps()
    let step = try #require(steps.first)
    #expect(steps.count == 1 && step.number == 1 && step.installations == 10 && step.needed == 35)
    #expect(step.enough == Share(fraction: 0.035))
  }

  @Test("where the whole is too little no share is enough, and the last step has no gate")
  func tooFew() {
    let steps = Self.definition([0.5, 1], population: 20).unjudgeableSteps()
    #expect(steps.map(\.number) == [1] && steps.first?.enough == nil)
  }

  @Test("a step that gives just enough is none, nor is any of a plan without a population")
  func enough() {
    #expect(Self.definition([0.35, 1], population: 100).unjudgeableSteps().isEmpty)
    #expect(Self.definition([0.01, 1], population: nil).unjudgeableSteps().isEmpty)
  }
}
