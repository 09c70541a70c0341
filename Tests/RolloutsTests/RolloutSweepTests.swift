import AttestationService
import Pacing
import Postgres
import PostgresTestSupport
import Testing

@Suite struct RolloutSweepTests {
  /// Admissions of one rollout, without API and controller.
  private struct Scene {
    let stage: RolloutStage
    let owner: PostgresPool
    let rollout: Int64

    func run(_ sql: String) async throws {
      _ = try await owner.transaction(tenant: stage.tenant, [PostgresStatement(sql)])
    }

    /// Lets the installations of these numbers in; each one's challenge has its number.
    func admit(_ numbers: ClosedRange<Int>, expires: String = "1 hour") async throws {
      try await run(
        """
        insert into assay.admissions (tenant_id, app_pk, installation, rollout_id, state, admitted_at, expires_at,
          challenge, challenge_id)
        select \(stage.tenant), \(stage.app.app), decode(md5(n::text), 'hex'), \(rollout), 2, now() - interval '2 seconds',
          now() + interval '\(expires)', '\\x00', n
        from generate_series(\(numbers.lowerBound), \(numbers.upperBound)) n
        """)
    }

    /// Submits an attestation for the challenge of each number.
    func submit(_ numbers: ClosedRange<Int>, refused: Bool = false, ago: String = "0 s") async throws {
      try await run(
        """
        insert into assay.attestation_submissions (tenant_id, submission, challenge_id, key_pk, refusal, at)
        select \(stage.tenant), sha256(n::text::bytea), n, \(refused ? "null, 'no'" : "n, null"), now() - interval '\(ago)'
        from generate_series(\(numbers.lowerBound), \(numbers.upperBound)) n
        """)
    }

    /// Sweeps, and answers the totals and how many rows of admissions were read for it.
    func sweep() async throws -> (registered: Int64, refused: Int64, noShows: Int64, read: Int64) {
      let read = PostgresStatement(
        """
        select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::bigint from pg_stat_xact_user_tables
        where schemaname = 'assay' and relname in ('admissions', 'attestation_submissions')
        """)
      let sweep = PostgresStatement("select * from assay.sweep_rollout(\(stage.tenant), \(rollout))")
      let rows = try await owner.transaction(tenant: stage.tenant, [read, sweep, read])
      let totals = try rows[1].single()
      let (before, after): (Int64, Int64) = (try rows[0].single().decode(0), try rows[2].single().decode(0))
      return (
        try totals.decode("registered"), try totals.decode("refused"), try totals.decode("no_shows"), after - before
      )
    }
  }

  private func with(_ body: (Scene) async throws -> Void) async throws {
    try await RolloutStage.with(replicas: 0) { stage in
      let record = try await stage.started()
      let owner = try stage.database.pool(nil, limit: 1)
      defer { owner.close() }
      try await body(Scene(stage: stage, owner: owner, rollout: record.id))
    }
  }

  @Test("every admission is settled once: by its submission, late commits included, or as a no-show")
  func settlesOnce() async throws {
    try await with { scene in
      try await scene.admit(1...10)
      try await scene.submit(1...3)
      try await scene.submit(4...5, refused: true, ago: "5 s")
      for _ in 0..<2 {
        let totals = try await scene.sweep()
        #expect(totals.registered == 3 && totals.refused == 2 && totals.noShows == 0)
      }
      // These were committed long after their time; they are found when their admissions run out.
      try await scene.submit(6...7, ago: "1 hour")
      #expect(try await scene.sweep().registered == 3)
      try await scene.run("update assay.admissions set expires_at = now() - interval '1 second' where state = 2")
      for _ in 0..<2 {
        let totals = try await scene.sweep()
        #expect(totals.registered == 5 && totals.refused == 2 && totals.noShows == 3)
      }
    }
  }

  @Test("a sweep reads what is new, not all who are still out nor all who ever came through")
  func readsWhatIsNew() async throws {
    try await with { scene in
      try await scene.admit(1...20_000)
      try await scene.submit(30_001...40_000, ago: "1 hour")
      try await scene.submit(1...20)
      _ = try await scene.sweep()
      try await scene.submit(21...25)
      let totals = try await scene.sweep()
      #expect(totals.registered == 25)
      #expect(totals.read < 500)
    }
  }
}
