/// A rollout's own pace: the generic cell rate algorithm with reservation, one timestamp as its whole state.
///
/// A slot conforms at `t ≥ tat − τ`, and then `tat := max(tat, t) + T`. The tolerance τ is at least one tick of the grid,
/// so that a line that waits for room in a shared budget does not lose its average.
public struct PacedLine: Sendable, Equatable {
  /// The pace that no sliding second exceeds.
  public var rate: PaceRate { didSet { spacing = rate.effective.spacing } }
  /// The day's count.
  public var daily: DailyCount
  /// The theoretical arrival time of the next slot.
  public private(set) var arrival: Microseconds = 0
  private var spacing: Microseconds?

  /// A line that has given out nothing.
  public init(rate: PaceRate, dailyLimit: Int64? = nil) {
    self.rate = rate
    self.daily = DailyCount(limit: dailyLimit)
    self.spacing = rate.effective.spacing
  }

  /// The earliest moment of the next slot, not before `now`; nil when nothing may pass.
  @inline(__always)
  func next(from now: Microseconds, tolerance: Microseconds) -> Microseconds? {
    spacing == nil ? nil : max(now, arrival - tolerance)
  }

  @inline(__always)
  mutating func use(_ moment: Microseconds) {
    arrival = max(arrival, moment) + (spacing ?? 0)
    daily.add(1, at: moment)
  }

  /// Gives slots back that nobody will use. The latest ones can be laid out again, as far as they lie ahead of `now`; a
  /// line that may catch up gets all of them.
  mutating func refund(_ moments: some Sequence<Microseconds>, now: Microseconds, tolerance: Microseconds) {
    for moment in moments.sorted(by: >) {
      daily.add(-1, at: moment)
      guard let spacing else { continue }
      if tolerance > BudgetGrid.tick {
        arrival = max(arrival - spacing, now - tolerance)
      } else if moment > now, arrival - spacing <= moment + BudgetGrid.tick {
        arrival = max(arrival - spacing, now)
      }
    }
  }
}
