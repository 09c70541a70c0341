/// The ticks of the slots given out lately, in order, and the one rule over them: of `limit + 1` slots in a row the
/// first and the last lie a whole window apart, so no window holds more than `limit`.
struct SlotWindow: Sendable {
  private var ticks: [Int64] = []
  private var head = 0

  /// Whether one more slot in this tick leaves every window of a second at or below `limit`.
  @inline(__always)
  func hasRoom(in tick: Int64, limit: Int) -> Bool {
    let count = ticks.count
    guard limit > 0 else { return false }
    guard count > head, tick < ticks[count - 1] else {
      return count - head < limit || ticks[count - limit] <= tick - BudgetGrid.window
    }
    return hasRoomAmongLater(tick, limit: limit)
  }

  /// A slot before others that are given out already: every run of slots that would hold it counts.
  private func hasRoomAmongLater(_ tick: Int64, limit: Int) -> Bool {
    let place = position(of: tick)
    // Slots before the place keep their index, later ones move up by one.
    for first in max(head, place - limit)...place {
      let last = first + limit
      guard last <= ticks.count else { break }
      let begin = first == place ? tick : ticks[first]
      let end = last == place ? tick : ticks[last - 1]
      if end - begin < BudgetGrid.window { return false }
    }
    return true
  }

  /// Where a slot of this tick belongs: behind all that are not later.
  private func position(of tick: Int64) -> Int {
    var place = ticks.count
    while place > head, ticks[place - 1] > tick { place -= 1 }
    return place
  }

  /// Puts a slot into a tick.
  @inline(__always)
  mutating func use(_ tick: Int64) {
    if ticks.count > head, tick < ticks[ticks.count - 1] {
      ticks.insert(tick, at: position(of: tick))
    } else {
      ticks.append(tick)
      if ticks.count & 4095 == 0 { forget(before: tick) }
    }
  }

  private mutating func forget(before tick: Int64) {
    while head < ticks.count, ticks[head] <= tick - BudgetGrid.remembered { head += 1 }
    ticks.removeFirst(head)
    head = 0
  }

  /// Takes a slot out of a tick.
  mutating func remove(_ tick: Int64) {
    let place = position(of: tick) - 1
    if place >= head, ticks[place] == tick { ticks.remove(at: place) }
  }
}
