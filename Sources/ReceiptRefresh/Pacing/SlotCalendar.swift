import Foundation

/// Send instants that several lanes share: each keeps its distance from all others, and one that was reserved far ahead
/// for a slow lane leaves the time before it to the quick ones.
public struct SlotCalendar: Sendable, Equatable {
  /// Reserved instants, rising.
  private var slots: [Date] = []

  /// An empty calendar.
  public init() {}

  /// The first instant from `earliest` on that is `gap` seconds away from every reserved one, without taking it.
  public func first(from earliest: Date, gap: TimeInterval) -> Date {
    var index = position(of: earliest)
    var instant = earliest
    if index > 0 { instant = max(instant, slots[index - 1].addingTimeInterval(gap)) }
    while index < slots.count, slots[index].timeIntervalSince(instant) < gap {
      instant = max(instant, slots[index].addingTimeInterval(gap))
      index += 1
    }
    return instant
  }

  /// Takes an instant that `first` gave; what lies so long ago that it keeps nobody at a distance is forgotten.
  public mutating func take(_ instant: Date, at now: Date, gap: TimeInterval) {
    slots.insert(instant, at: position(of: instant))
    let old = position(of: now.addingTimeInterval(-gap))
    if old > 64 { slots.removeFirst(old) }
  }

  /// How many reserved instants lie before one.
  private func position(of instant: Date) -> Int {
    var (low, high) = (0, slots.count)
    while low < high {
      let middle = (low + high) / 2
      if slots[middle] < instant { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
