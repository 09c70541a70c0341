import Pacing
import Testing

@Suite struct BudgetHierarchyTests {
  private static func hierarchy(team: Double = 100, app: Double = 100, line: Double = 100) -> BudgetHierarchy {
    BudgetHierarchy(
      service: SharedBudget(rate: PaceRate(perSecond: 10_000)), team: SharedBudget(rate: PaceRate(perSecond: team)),
      app: SharedBudget(rate: PaceRate(perSecond: app)), line: PacedLine(rate: PaceRate(perSecond: line)))
  }

  /// The most moments in any half-open second, when each may land up to `jitter` later than planned.
  private static func peak(_ moments: [Microseconds]) -> Int {
    let sorted = moments.sorted()
    var (peak, head) = (0, 0)
    for (index, moment) in sorted.enumerated() {
      while sorted[head] <= moment - .second { head += 1 }
      peak = max(peak, index - head + 1)
    }
    return peak
  }

  @Test("no sliding second exceeds the rate, although every slot is used up to 23 ms late", arguments: 0..<20)
  func peakWithJitter(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let rate = Double(Int.random(in: 2...150, using: &random))
    var budgets = Self.hierarchy(team: rate, app: rate, line: rate)
    var used: [Microseconds] = []
    var now: Microseconds = 1_700_000_000_000_000
    for _ in 0..<600 {
      now += Microseconds.random(in: 0...80_000, using: &random)
      let slots = budgets.take(Int.random(in: 0...60, using: &random), now: now)
      used += slots.map { $0 + Microseconds.random(in: 0...23_000, using: &random) }
    }
    #expect(Self.peak(used) <= Int(rate))
  }

  @Test("two rollouts that share a team never exceed it together, and use it well", arguments: 0..<10)
  func sharedTeam(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var budgets = Self.hierarchy()
    var lines = [PacedLine(rate: PaceRate(perSecond: 100)), PacedLine(rate: PaceRate(perSecond: 37))]
    var used: [Microseconds] = []
    var now: Microseconds = 1_700_000_000_000_000
    let start = now
    for _ in 0..<1000 {
      now += Microseconds.random(in: 10_000...60_000, using: &random)
      let index = Int.random(in: 0...1, using: &random)
      budgets.line = lines[index]
      used += budgets.take(40, now: now)
      lines[index] = budgets.line
    }
    #expect(Self.peak(used) <= 100)
    #expect(Double(used.count) >= Microseconds(now - start).inSeconds * 100 * 0.95)
  }

  @Test("somebody always waiting uses at least 97 % of the rate")
  func utilisation() {
    var budgets = Self.hierarchy()
    var count = 0
    for step in 0..<2000 { count += budgets.take(100, now: 1_700_000_000_000_000 + Microseconds(step) * 50_000).count }
    #expect(count >= Int(2000 * 0.05 * 100 * 0.97))
  }

  @Test("slots lie ahead by the lookahead at most")
  func lookahead() {
    var budgets = Self.hierarchy()
    let slots = budgets.take(1000, now: 0)
    #expect(slots.allSatisfy { $0 <= BudgetGrid.lookahead })
    #expect(slots.count == 25)
  }

  @Test("a slot is taken in every budget or in none: a full app budget leaves the team's untouched")
  func allOrNothing() {
    var budgets = Self.hierarchy(app: 10)
    _ = budgets.take(100, now: 0)
    #expect(budgets.team.daily.used(at: 0) == budgets.app.daily.used(at: 0))
    #expect(budgets.line.daily.used(at: 0) == budgets.app.daily.used(at: 0))
    #expect(budgets.app.daily.used(at: 0) <= 10)
  }

  @Test("a day's budget ends the day's slots, and the next day begins anew")
  func dailyLimit() {
    var budgets = Self.hierarchy()
    budgets.team.daily.limit = 7
    let counts = [(100, Microseconds(1_000_000)), (100, 2_000_000), (5, .day + 1_000_000)].map { count, now in
      budgets.take(count, now: now).count
    }
    #expect(counts == [7, 0, 5])
  }

  @Test("refunded slots that lie ahead are given out again, and the day gets all of them back")
  func refund() {
    var budgets = Self.hierarchy()
    let slots = budgets.take(20, now: 1_000_000)
    budgets.refund(Array(slots.suffix(10)), now: 1_000_000)
    #expect(budgets.team.daily.used(at: 1_000_000) == 10)
    let again = budgets.take(10, now: 1_000_000)
    #expect(again.count == 10)
    #expect(Self.peak(slots.prefix(10) + again) <= 100)
  }

  @Test("a line at its budgets' pace catches up what was given back late, and the second holds", arguments: 0..<10)
  func catchesUp(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var budgets = Self.hierarchy()
    var used: [Microseconds] = []
    let start: Microseconds = 1_700_000_000_000_000
    for step in 0..<3000 {
      let now = start + Microseconds(step) * 20_000
      let slots = budgets.take(100, now: now)
      // One time in ten a replica stalls: it is late for what it took, and takes other slots.
      if Int.random(in: 0..<10, using: &random) == 0 {
        budgets.refund(slots, now: now + 30_000)
      } else {
        used += slots
      }
    }
    #expect(Self.peak(used) <= 100)
    #expect(used.count >= Int(60 * 100 * 0.97))
  }

  @Test("a line below its budgets' pace stays even: what was given back late is not caught up")
  func staysEven() {
    var budgets = Self.hierarchy(line: 50)
    var used: [Microseconds] = []
    for step in 0..<500 {
      let now = 1_700_000_000_000_000 + Microseconds(step) * 20_000
      let slots = budgets.take(100, now: now)
      if step % 10 == 0 { budgets.refund(slots, now: now + 200_000) } else { used += slots }
    }
    #expect(Self.peak(used) <= 50)
  }

  @Test("a rate of nothing gives nothing")
  func zero() {
    var budgets = Self.hierarchy(line: 0)
    let slots = budgets.take(5, now: 0)
    #expect(slots.isEmpty)
  }
}
