import Pacing
import Postgres
import PostgresTestSupport
import Testing

@Suite struct SlotConformanceTests {
  /// The same sequence of takings, in the database's function and in the simulation's budgets.
  @Test("the database lays out the very slots that the target Pacing lays out", arguments: 1...6)
  func agrees(seed: UInt64) async throws {
    try await TestDatabase.with { database in
      let pool = try database.pool(.owner, limit: 1)
      defer { pool.close() }
      var random = SplitMix(seed: seed)
      let rates = (0..<3).map { _ in PaceRate(milli: Int64.random(in: 2_000...140_000, using: &random)) }
      var budgets = BudgetHierarchy(
        service: SharedBudget(rate: PaceRate(perSecond: 1_000_000)), team: SharedBudget(rate: rates[0]),
        app: SharedBudget(rate: rates[1]), line: PacedLine(rate: rates[2]))
      var (now, arrival) = (Microseconds(1_700_000_000_000_000), Int64(0))
      var (team, app) = ([Int64](), [Int64]())
      for _ in 0..<60 {
        now += Microseconds.random(in: 1_000...400_000, using: &random)
        let count = Int.random(in: 1...30, using: &random)
        let row = try await pool.withConnection {
          try await $0.query(
            """
            SELECT array_to_string(moments, ',') AS moments, arrival, array_to_string(team, ',') AS team,
              array_to_string(app, ',') AS app
            FROM assay.lay_slots($1, $2, $3, $4, $5, $6, $7, $8)
            """,
            [
              .int8(now), .int4(Int32(count)), .int8(arrival), .int8(rates[2].milli), .int8Array(team),
              .int4(Int32((rates[0].milli + 999) / 1000)), .int8Array(app), .int4(Int32((rates[1].milli + 999) / 1000)),
            ]
          ).single()
        }
        let slots = budgets.take(count, now: now)
        let expected: String = try row.decode("moments")
        #expect(slots == Self.numbers(expected))
        arrival = try row.decode("arrival")
        #expect(budgets.line.arrival == arrival)
        team = Self.numbers(try row.decode("team"))
        app = Self.numbers(try row.decode("app"))
      }
    }
  }

  private static func numbers(_ text: String) -> [Int64] { text.split(separator: ",").compactMap { Int64($0) } }
}

/// A generator whose seed is the test's argument.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
