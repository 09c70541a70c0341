/// What was used of a day's budget. Days are those of UTC on the deciding clock.
public struct DailyCount: Sendable, Equatable {
  /// The most that may be used in one day; nil is no limit.
  public var limit: Int64?
  private var dayBegins: Microseconds = 0
  private var dayEnds: Microseconds = .day
  private var counted: Int64 = 0

  /// An unused day's budget.
  public init(limit: Int64?) { self.limit = limit }

  /// What was used on the day of `instant`; nothing on a day that has not begun to be used.
  public func used(at instant: Microseconds) -> Int64 {
    instant >= dayBegins && instant < dayEnds ? counted : 0
  }

  /// Whether one more fits on the day of `instant`.
  @inline(__always)
  func hasRoom(at instant: Microseconds) -> Bool {
    guard let limit else { return true }
    return used(at: instant) < limit
  }

  @inline(__always)
  mutating func add(_ change: Int64, at instant: Microseconds) {
    if instant >= dayEnds { begin(instant) }
    if instant >= dayBegins { counted = max(0, counted + change) }
  }

  private mutating func begin(_ instant: Microseconds) {
    dayBegins = instant - instant % .day
    dayEnds = dayBegins + .day
    counted = 0
  }
}
