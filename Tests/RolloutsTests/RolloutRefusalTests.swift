import AttestationService
import Pacing
import Testing

@Suite struct RolloutRefusalTests {
  @Test("a second rollout of the kind is refused, and changes nothing")
  func overlap() async throws {
    try await RolloutStage.with(replicas: 0) { stage in
      _ = try await stage.started()
      await #expect(throws: Refusal.rolloutsOverlap) {
        try await stage.administration.create(
          tenant: stage.tenant, app: stage.app, stage.plan(), audit: RolloutStage.audit)
      }
      #expect(try await stage.count("SELECT count(*) FROM assay.rollouts") == 1)
    }
  }

  @Test("a rate above the hard limit, a ramp that goes down and a window in the past are refused, and change nothing")
  func badPlans() async throws {
    try await RolloutStage.with(replicas: 0) { stage in
      let down = RampPlan(
        shape: .steps([
          RampStep(share: Share(fraction: 0.5), soakSeconds: 0), RampStep(share: Share(fraction: 0.1), soakSeconds: 0),
        ]))
      let past = RampPlan(shape: .continuous(seconds: 0), notAfter: 1_000_000)
      let plans = [
        (stage.plan(rate: 101), "rate_above_hard_limit"), (stage.plan(ramp: down), "ramp_goes_down"),
        (stage.plan(ramp: past), "window_in_the_past"), (stage.plan(rate: 0), "rate_is_zero"),
      ]
      for (plan, code) in plans {
        let refusal = await #expect(throws: Refusal.self) {
          try await stage.administration.create(
            tenant: stage.tenant, app: stage.app, plan, audit: RolloutStage.audit)
        }
        #expect(refusal?.code == code)
      }
      let rollouts = try await stage.count("SELECT count(*) FROM assay.rollouts")
      let events = try await stage.count("SELECT count(*) FROM assay.events WHERE type >= 100")
      #expect(rollouts == 0 && events == 0)
    }
  }

  @Test("an unknown rollout and an unknown app are clear errors")
  func unknown() async throws {
    try await RolloutStage.with(replicas: 0) { stage in
      await #expect(throws: Refusal.unknownRollout) {
        try await stage.administration.find(tenant: stage.tenant, app: stage.app, rollout: 1)
      }
      await #expect(throws: Refusal.unknownApp) {
        try await AppDirectory(pool: stage.pool).get(tenant: stage.tenant, "1234567890.com.other")
      }
    }
  }

  @Test("unfreeze, abort and a rate above the plan need a reason")
  func reasons() async throws {
    try await RolloutStage.with(replicas: 0) { stage in
      let rollout = try await stage.started()
      for command in [RolloutCommand.abort(reason: " "), .setRate(PaceRate(perSecond: 90), reason: nil)] {
        let refusal = await #expect(throws: Refusal.self) { try await stage.command(rollout, command) }
        #expect(refusal?.code == "reason_required")
      }
      let silent = RolloutAudit(by: "test", reason: nil)
      let refusal = await #expect(throws: Refusal.self) {
        try await stage.administration.freeze(tenant: stage.tenant, false, audit: silent)
      }
      #expect(refusal?.code == "reason_required")
      #expect(try await stage.administration.history(tenant: stage.tenant, rollout: rollout.id).count == 2)
    }
  }
}
