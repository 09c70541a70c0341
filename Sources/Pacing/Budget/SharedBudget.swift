/// A budget that several rollouts draw from: the service's, a team's, an app's.
///
/// Slots are given out ahead and out of order by rollouts of different pace, so one theoretical arrival time cannot
/// describe it. It remembers the slots, and no window of a second may hold more than the rate.
public struct SharedBudget: Sendable {
  /// The pace that no sliding second exceeds; a fraction of a request is rounded up.
  public var rate: PaceRate { didSet { limit = Self.limit(rate) } }
  /// The day's count.
  public var daily: DailyCount
  private(set) var limit: Int
  private var slots = SlotWindow()

  /// An unused budget.
  public init(rate: PaceRate, dailyLimit: Int64? = nil) {
    self.rate = rate
    self.daily = DailyCount(limit: dailyLimit)
    self.limit = Self.limit(rate)
  }

  private static func limit(_ rate: PaceRate) -> Int { Int((rate.milli + 999) / 1000) }

  @inline(__always)
  func hasRoom(at moment: Microseconds, tick: Int64) -> Bool {
    slots.hasRoom(in: tick, limit: limit) && daily.hasRoom(at: moment)
  }

  /// The first tick after this one that can have room, as far as the slots laid out before it tell.
  func next(after tick: Int64) -> Int64 { slots.next(after: tick, limit: limit) }

  @inline(__always)
  mutating func use(_ moment: Microseconds, tick: Int64) {
    slots.use(tick)
    daily.add(1, at: moment)
  }

  /// Gives a slot back that nobody used; if its moment has not come it can be given out again.
  mutating func refund(_ moment: Microseconds) {
    slots.remove(moment / BudgetGrid.tick)
    daily.add(-1, at: moment)
  }
}
