import Postgres
import PostgresTestSupport
import Testing

/// Eight connections record batches over the same 40 keys and a sliding window of challenges, so that every challenge is
/// tried by several batches and every counter by several keys' holders, in any order.
@Suite("Overlapping batches", .serialized)
struct OverlappingBatchTests {
  private static let racers = 8
  private static let batches = 150
  private static let batchSize = 16
  private static let keys = 40
  private static let window = 64

  @Test("no challenge is accepted twice, no counter falls, no version is missing, nothing deadlocks")
  func invariants() async throws {
    try await TestDatabase.with { database in
      let tenant = try await TestTenant.make(in: database, keys: Self.keys)
      let assertions = TestAssertions(tenant)
      let challenges = try issue(assertions, database)
      let accepted = try await Racers.race(Self.racers, rounds: Self.batches, database.racingConfiguration(.api)) {
        _, round, connection in
        let rows = Self.batch(round, tenant.keys, challenges)
        let calls = TenantCalls(tenant: tenant.tenant, [assertions.record(rows)])
        return try connection.transaction([calls])[0][0].count { row in
          try row.decodeIfPresent("refusal", as: String.self) == nil
        }
      }
      let audit = try Audit(of: tenant.tenant, database)
      #expect(audit == Audit(accepted: accepted.joined().reduce(0, +)))
      #expect(audit.accepted > Self.batches)
    }
  }

  @Test("check-then-write over the same batches accepts challenges twice and lets counters fall: the audit bites")
  func checkThenWrite() async throws {
    try await TestDatabase.with { database in
      let tenant = try await TestTenant.make(in: database, keys: Self.keys)
      let challenges = try issue(TestAssertions(tenant), database)
      _ = try await Racers.race(Self.racers, rounds: Self.batches, database.racingConfiguration()) {
        _, round, connection in
        for row in Self.batch(round, tenant.keys, challenges) { try Naive.record(row, tenant.tenant, connection) }
      }
      let audit = try Audit(of: tenant.tenant, database)
      #expect(audit.challengesAcceptedTwice > 0)
      #expect(audit.staleCounters > 0)
    }
  }

  @Test("locks taken in no order deadlock: the order is needed")
  func noOrder() async throws {
    try await TestDatabase.with { database in
      let tenant = try await TestTenant.make(in: database, keys: Self.keys)
      let outcomes = try await Racers.race(Self.racers, rounds: Self.batches, database.racingConfiguration()) {
        _, _, connection in
        let lock = PostgresStatement(
          """
          select s.key_pk from unnest($1) with ordinality u (k, position) cross join lateral (
            select key_pk from assay.key_state where tenant_id = $2 and key_pk = u.k for no key update) s
          """, [.int8Array(tenant.keys.shuffled()), .int8(tenant.tenant)])
        return connection.deadlocks(lock, tenant.tenant)
      }
      #expect(outcomes.joined().contains(true))
    }
  }

  private static func batch(_ round: Int, _ keys: [Int64], _ challenges: [Int64]) -> [TestAssertions.Row] {
    let start = round * batchSize
    let window = challenges[start..<start + Self.window].shuffled().prefix(batchSize)
    return zip(keys.shuffled(), window).map { key, challenge in
      TestAssertions.Row(
        key: key, challenge: challenge, counter: Int64(round * 4 + .random(in: 1...12)),
        refusal: Int.random(in: 0..<20) == 0 ? "signature_invalid" : "")
    }
  }

  private func issue(_ assertions: TestAssertions, _ database: TestDatabase) throws -> [Int64] {
    let connection = try PipelineConnection(database.configuration(.api))
    let count = Self.batches * Self.batchSize + Self.window
    return try connection.transaction([TenantCalls(tenant: assertions.tenant, [assertions.issue(count)])])[0][0]
      .column(0)
  }
}

extension PipelineConnection {
  /// Whether a transaction ended as a deadlock's victim.
  fileprivate func deadlocks(_ statement: PostgresStatement, _ tenant: Int64) -> Bool {
    do throws(PostgresError) {
      _ = try transaction([TenantCalls(tenant: tenant, [statement])])
      return false
    } catch {
      return error.sqlState == "40P01"
    }
  }
}
