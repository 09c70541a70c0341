import Foundation
import Pacing
import Testing

@Suite struct RolloutTests {
  private static let limit = PaceRate(perSecond: 100)

  private static func definition(rate: Double = 50, kind: RolloutKind = .first) -> RolloutDefinition {
    let steps = [0.01, 0.1, 1].map { RampStep(share: Share(fraction: $0), soakSeconds: 60) }
    return RolloutDefinition(
      kind: kind, ramp: RampPlan(shape: .steps(steps)), plannedRate: PaceRate(perSecond: rate), population: 1000)
  }

  private static func rollout(_ commands: [RolloutCommand], kind: RolloutKind = .first) throws -> Rollout {
    var rollout = try #require(Rollout(try Rollout.create(definition(kind: kind), hardLimit: limit, at: 0)))
    for command in commands {
      for event in try rollout.decide(command, hardLimit: limit) { rollout.apply(event) }
    }
    return rollout
  }

  @Test("a rate above the hard limit is refused, at creation and later")
  func hardLimit() throws {
    #expect(throws: RolloutRefusal.rateAboveHardLimit(Self.limit)) {
      try Rollout.create(Self.definition(rate: 101), hardLimit: Self.limit, at: 0)
    }
    let rollout = try Self.rollout([.start])
    #expect(throws: RolloutRefusal.rateAboveHardLimit(Self.limit)) {
      try rollout.decide(.setRate(PaceRate(perSecond: 101), reason: "x"), hardLimit: Self.limit)
    }
  }

  @Test("a rate above the plan needs a reason, below it does not")
  func reasons() throws {
    let rollout = try Self.rollout([.start])
    #expect(throws: RolloutRefusal.reasonRequired) {
      try rollout.decide(.setRate(PaceRate(perSecond: 60), reason: " "), hardLimit: Self.limit)
    }
    #expect(throws: RolloutRefusal.reasonRequired) { try rollout.decide(.abort(reason: ""), hardLimit: Self.limit) }
    #expect(try rollout.decide(.setRate(PaceRate(perSecond: 60), reason: "launch"), hardLimit: Self.limit).count == 1)
    #expect(try rollout.decide(.setRate(PaceRate(perSecond: 10), reason: nil), hardLimit: Self.limit).count == 1)
  }

  @Test("pause, resume and a new rate never change the share")
  func shareStands() throws {
    let before = try Self.rollout([.start, .step])
    let after = try Self.rollout([
      .start, .step, .pause(reason: "x"), .resume, .setRate(PaceRate(perSecond: 5), reason: nil), .pause(reason: "y"),
    ])
    #expect(after.share == before.share)
    #expect(after.share == Share(fraction: 0.1))
  }

  @Test("only abort takes the share away")
  func abort() throws {
    let rollout = try Self.rollout([.start, .abort(reason: "wrong build")])
    #expect(rollout.share == .none)
    #expect(throws: RolloutRefusal.notPossible(in: .aborted)) { try rollout.decide(.resume, hardLimit: Self.limit) }
  }

  @Test("a completed first rollout, which goes on with newcomers, can still be slowed down and aborted")
  func newcomers() throws {
    let completed = try Self.rollout([.start, .complete, .setRate(PaceRate(perSecond: 5), reason: nil)])
    #expect(completed.stands && completed.ceiling == PaceRate(perSecond: 5))
    #expect(try Self.rollout([.start, .complete, .abort(reason: "wrong build")]).share == .none)
    let over = try Self.rollout([.start, .complete], kind: .recovery)
    #expect(!over.stands)
    #expect(throws: RolloutRefusal.notPossible(in: .completed)) {
      try over.decide(.abort(reason: "wrong build"), hardLimit: Self.limit)
    }
  }

  @Test("commands that do not fit the state are refused")
  func states() throws {
    let draft = try Self.rollout([])
    #expect(throws: RolloutRefusal.notPossible(in: .draft)) { try draft.decide(.resume, hardLimit: Self.limit) }
    #expect(throws: RolloutRefusal.notPossible(in: .draft)) { try draft.decide(.step, hardLimit: Self.limit) }
    let running = try Self.rollout([.start])
    #expect(throws: RolloutRefusal.notPossible(in: .running)) { try running.decide(.start, hardLimit: Self.limit) }
  }

  @Test("the last step has none after it")
  func lastStep() throws {
    let rollout = try Self.rollout([.start, .step, .step])
    #expect(throws: RolloutRefusal.noStepLeft) { try rollout.decide(.step, hardLimit: Self.limit) }
  }

  @Test("a rollout is what its events say, through JSON too", arguments: 0..<20)
  func replay(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    var events = try Rollout.create(Self.definition(), hardLimit: Self.limit, at: 0)
    var rollout = try #require(Rollout(events))
    for _ in 0..<40 {
      let commands: [RolloutCommand] = [
        .start, .pause(reason: "r"), .resume, .step, .setRate(PaceRate(perSecond: 7), reason: nil),
        .changePace(PaceRate(perSecond: 3), decision: "lower"),
      ]
      guard let command = commands.randomElement(using: &random),
        let more = try? rollout.decide(command, hardLimit: Self.limit)
      else { continue }
      for event in more { rollout.apply(event) }
      events += more
    }
    let stored = try JSONDecoder().decode([RolloutEvent].self, from: try JSONEncoder().encode(events))
    #expect(stored == events)
    #expect(Rollout(stored) == rollout)
    #expect(try JSONDecoder().decode(Rollout.self, from: try JSONEncoder().encode(rollout)) == rollout)
  }

  @Test("the forecast's end agrees with the pace")
  func forecast() throws {
    let definition = RolloutDefinition(
      kind: .first, ramp: RampPlan(shape: .steps([RampStep(share: .all, soakSeconds: 0)])),
      plannedRate: PaceRate(perSecond: 100), population: 8_429_000)
    let days = try #require(RolloutForecast(definition).days)
    #expect(abs(days - 1) < 0.01)
  }
}
