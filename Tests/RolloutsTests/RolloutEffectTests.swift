import AttestationService
import Pacing
import Testing

@Suite(.serialized) struct RolloutEffectTests {
  /// Replicas that hear no notification: what `assay-api` does with ASSAY_ROLLOUT_NOTIFICATIONS=off.
  @Test("pause, abort and freeze are in force on every replica within two seconds, though notifications are lost")
  func effectsWithoutNotifications() async throws {
    try await RolloutStage.with(replicas: 3, listens: false) { stage in
      let rollout = try await stage.started()
      for replica in 0..<3 { _ = try await stage.ask("first-\(replica)", replica: replica) }
      try await expectEffect(stage) { try await stage.command(rollout, .pause(reason: "test")).revision }
      for replica in 0..<3 { #expect(try await stage.ask("paused-\(replica)", replica: replica).isWait) }
      try await expectEffect(stage) { try await stage.command(rollout, .resume).revision }
      guard case .attest = try await stage.ask("resumed") else {
        Issue.record("a resumed rollout lets in")
        return
      }
      try await expectEffect(stage) {
        try await stage.administration.freeze(tenant: stage.tenant, true, audit: RolloutStage.audit)
      }
      for replica in 0..<3 { #expect(try await stage.ask("frozen-\(replica)", replica: replica).isWait) }
      try await expectEffect(stage) {
        try await stage.administration.freeze(tenant: stage.tenant, false, audit: RolloutStage.audit)
      }
      try await expectEffect(stage) { try await stage.command(rollout, .abort(reason: "test")).revision }
      for replica in 0..<3 { #expect(try await stage.ask("aborted-\(replica)", replica: replica) == .off) }
    }
  }

  private func expectEffect(
    _ stage: RolloutStage, replicas: Int = 3, _ change: () async throws -> Int64
  ) async throws {
    let began = try await stage.administration.clock(tenant: stage.tenant)
    let revision = try await change()
    let confirmed = try await stage.administration.awaitConfirmations(
      tenant: stage.tenant, revision: revision, since: began)
    #expect(confirmed.count == replicas)
    for confirmation in confirmed { #expect((confirmation.seconds ?? 99) <= 2) }
  }

  @Test("an installation that is let in keeps its challenge, through pause, resume and another rate")
  func neverTwice() async throws {
    try await RolloutStage.with(replicas: 2, listens: true) { stage in
      let rollout = try await stage.started()
      let first = try await stage.ask("one")
      #expect(try await stage.ask("one", replica: 1, error: "serverUnavailable") == first)
      _ = try await stage.command(rollout, .pause(reason: "test"))
      _ = try await stage.command(rollout, .resume)
      _ = try await stage.command(rollout, .setRate(PaceRate(perSecond: 20), reason: nil))
      try await Task.sleep(for: .milliseconds(700))
      #expect(try await stage.ask("one") == first)
      #expect(try await stage.count("SELECT max(admissions)::bigint FROM assay.admissions") == 1)
      #expect(try await stage.count("SELECT count(*) FROM assay.admission_reports") == 1)
    }
  }

  @Test("whoever asks again before its moment is told the same moment, until what lets in has changed")
  func waitsAreRemembered() async throws {
    try await RolloutStage.with(replicas: 1) { stage in
      let rollout = try await stage.started()
      _ = try await stage.ask("first")
      try await expectEffect(stage, replicas: 1) { try await stage.command(rollout, .pause(reason: "test")).revision }
      // Drawn anew each time, the waits would not come down one after the other.
      var last = Double.infinity
      for _ in 0..<8 {
        let decision = try await stage.ask("one")
        guard case .wait(let left) = decision, left < last else {
          Issue.record("\(decision) after a wait of \(last) s")
          return
        }
        last = left
      }
      try await expectEffect(stage, replicas: 1) { try await stage.command(rollout, .resume).revision }
      guard case .attest = try await stage.ask("one") else {
        Issue.record("what was told before the resumption counts no more")
        return
      }
    }
  }

  @Test("without a rollout attestation is off")
  func off() async throws {
    try await RolloutStage.with(replicas: 1) { stage in
      let decision = try await stage.ask("one")
      #expect(decision == .off)
    }
  }
}

extension AdmissionDecision {
  fileprivate var isWait: Bool { if case .wait = self { true } else { false } }
}
