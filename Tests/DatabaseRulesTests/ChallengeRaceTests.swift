import Postgres
import PostgresTestSupport
import Testing

/// Sixteen connections start together again and again, each time for ten rounds.
@Suite("Races", .serialized)
struct ChallengeRaceTests {
  private static let racers = 16
  private static let starts = 200
  private static let roundsPerStart = 10
  private static let rounds = starts * roundsPerStart

  @Test("sixteen connections race one challenge: exactly one is accepted, in each of 2,000 rounds")
  func challenge() async throws {
    try await TestDatabase.with { database in
      let tenant = try await TestTenant.make(in: database, keys: Self.racers)
      let assertions = TestAssertions(tenant)
      let challenges = try issue(Self.rounds, assertions, database)
      let verdicts = try await race(database.racingConfiguration(.api)) { racer, round, connection in
        let row = TestAssertions.Row(key: tenant.keys[racer], challenge: challenges[round], counter: Int64(round + 1))
        return try record(row, assertions, connection)
      }
      #expect(verdicts.allSatisfy { round in round.count == Self.racers && round.count { $0 == nil } == 1 })
      #expect(verdicts.joined().allSatisfy { $0 == nil || $0 == "challenge_already_claimed" })
    }
  }

  @Test("sixteen connections race one counter: exactly one is accepted, in each of 2,000 rounds")
  func counter() async throws {
    try await TestDatabase.with { database in
      let tenant = try await TestTenant.make(in: database)
      let assertions = TestAssertions(tenant)
      let challenges = try issue(Self.rounds * Self.racers, assertions, database)
      let verdicts = try await race(database.racingConfiguration(.api)) { racer, round, connection in
        let challenge = challenges[round * Self.racers + racer]
        let row = TestAssertions.Row(key: tenant.keys[0], challenge: challenge, counter: Int64(round + 1))
        return try record(row, assertions, connection)
      }
      // Racers are not in step inside a start, so that a round may find its counter passed already; never is it taken twice.
      #expect(verdicts.allSatisfy { round in round.count == Self.racers && round.count { $0 == nil } <= 1 })
      #expect(verdicts.count { round in round.contains { $0 == nil } } >= Self.starts)
      #expect(verdicts.joined().allSatisfy { $0 == nil || $0 == "counter_not_greater" })
    }
  }

  @Test("a naive check-then-write accepts a challenge twice: the race is real")
  func naive() async throws {
    try await TestDatabase.with { database in
      let tenant = try await TestTenant.make(in: database, keys: 1)
      let challenges = try issue(Self.rounds, TestAssertions(tenant), database)
      let verdicts = try await race(database.racingConfiguration()) { _, round, connection in
        let id = PostgresValue.int8(challenges[round])
        let open = try connection.query(
          "select exists (select from assay.assertion_challenges where challenge_id = $1)", [id])
        guard try open.single().decode(0, as: Bool.self) else { return "claimed" }
        _ = try connection.query("delete from assay.assertion_challenges where challenge_id = $1", [id])
        return nil
      }
      #expect(verdicts.contains { round in round.count { $0 == nil } > 1 })
    }
  }

  /// The verdicts of each round.
  private func race(
    _ configuration: PostgresConfiguration,
    _ body: @escaping @Sendable (Int, Int, PipelineConnection) throws -> String?
  ) async throws -> [[String?]] {
    let starts = try await Racers.race(Self.racers, rounds: Self.starts, configuration) { racer, start, connection in
      try (0..<Self.roundsPerStart).map { try body(racer, start * Self.roundsPerStart + $0, connection) }
    }
    return starts.flatMap { racers in (0..<Self.roundsPerStart).map { round in racers.map { $0[round] } } }
  }

  private func issue(_ count: Int, _ assertions: TestAssertions, _ database: TestDatabase) throws -> [Int64] {
    let connection = try PipelineConnection(database.configuration(.api))
    let calls = TenantCalls(tenant: assertions.tenant, [assertions.issue(count)])
    return try connection.transaction([calls])[0][0].column(0)
  }

  private func record(
    _ row: TestAssertions.Row, _ assertions: TestAssertions, _ connection: PipelineConnection
  ) throws -> String? {
    let calls = TenantCalls(tenant: assertions.tenant, [assertions.record([row])])
    return try connection.transaction([calls])[0][0].single().decodeIfPresent("refusal")
  }
}
