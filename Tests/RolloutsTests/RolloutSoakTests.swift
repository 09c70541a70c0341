import Pacing
import Postgres
import PostgresTestSupport
import Testing

@testable import AttestationService

@Suite struct RolloutSoakTests {
  @Test("the time of a step fills no history: its end is written down, not each of its seconds")
  func history() async throws {
    try await RolloutStage.with(replicas: 0) { stage in
      let ramp = RampPlan(
        shape: .steps([
          RampStep(share: Share(fraction: 0.5), soakSeconds: 3), RampStep(share: .all, soakSeconds: 0),
        ]))
      let made = try await stage.administration.create(
        tenant: stage.tenant, app: stage.app, stage.plan(ramp: ramp), audit: RolloutStage.audit)
      let record = try await stage.command(made, .start)
      // Enough good outcomes for the gate.
      let owner = try stage.database.pool(nil, limit: 1)
      defer { owner.close() }
      for sql in ["update assay.rollouts set registered = 100", "update assay.rollout_lines set granted = 100"] {
        _ = try await owner.transaction(tenant: stage.tenant, [PostgresStatement(sql)])
      }
      var controller = RolloutController(tenant: stage.tenant, store: RolloutStore(pool: stage.pool))
      let began = ContinuousClock.now
      while try await stage.share(of: record) != .all, ContinuousClock.now - began < .seconds(10) {
        try await controller.evaluate()
        try await Task.sleep(for: .milliseconds(250))
      }
      #expect(try await stage.share(of: record) == .all)
      #expect(ContinuousClock.now - began >= .seconds(3))
      #expect(try await stage.count("SELECT count(*) FROM assay.events WHERE type = 107") == 1)
    }
  }
}

extension RolloutStage {
  fileprivate func share(of record: RolloutRecord) async throws -> Share {
    try await administration.find(tenant: tenant, app: app, rollout: record.id).rollout.share
  }
}
