/// A budget that several rollouts draw from: the service's, a team's, an app's.
///
/// Slots are given out ahead and out of order by rollouts of different pace, so one theoretical arrival time cannot
/// describe it. It counts the slots of each tick, and no window of a second may hold more than the rate.
public struct SharedBudget: Sendable {
  /// The pace that no sliding second exceeds; a fraction of a request is rounded up.
  public var rate: PaceRate { didSet { limit = Self.limit(rate) } }
  /// The day's count.
  public var daily: DailyCount
  private var limit: Int
  private var ring = TickRing()

  /// An unused budget.
  public init(rate: PaceRate, dailyLimit: Int64? = nil) {
    self.rate = rate
    self.daily = DailyCount(limit: dailyLimit)
    self.limit = Self.limit(rate)
  }

  private static func limit(_ rate: PaceRate) -> Int { Int((rate.milli + 999) / 1000) }

  @inline(__always)
  func hasRoom(at moment: Microseconds, tick: Int64) -> Bool {
    ring.hasRoom(in: tick, limit: limit) && daily.hasRoom(at: moment)
  }

  @inline(__always)
  mutating func use(_ moment: Microseconds, tick: Int64) {
    ring.use(tick)
    daily.add(1, at: moment)
  }

  /// Gives a slot back that nobody used; if its moment has not come it can be given out again.
  mutating func refund(_ moment: Microseconds) {
    ring.remove(moment / BudgetGrid.tick)
    daily.add(-1, at: moment)
  }
}
