/// The ticks of the slots given out lately, in order, and the one rule over them: of `limit + 1` slots in a row the
/// first and the last lie a whole window apart, so no window holds more than `limit`.
struct SlotWindow: Sendable {
  /// A ring; its size is a power of two.
  private var ring = [Int64](repeating: 0, count: 256)
  /// The slots are numbered on and on; a slot's place in the ring is its number's remainder.
  private var first = 0
  private var end = 0

  @inline(__always)
  private subscript(number: Int) -> Int64 {
    get { ring[number & (ring.count - 1)] }
    set { ring[number & (ring.count - 1)] = newValue }
  }

  /// Whether one more slot in this tick leaves every window of a second at or below `limit`.
  @inline(__always)
  func hasRoom(in tick: Int64, limit: Int) -> Bool {
    guard limit > 0 else { return false }
    guard end > first, tick < self[end - 1] else {
      return end - first < limit || self[end - limit] <= tick - BudgetGrid.window
    }
    return hasRoomAmongLater(tick, limit: limit)
  }

  /// The first tick after this one that can have room: none before it has.
  func next(after tick: Int64, limit: Int) -> Int64 {
    guard limit > 0, end - first >= limit, tick >= self[end - 1] else { return tick + 1 }
    return max(tick + 1, self[end - limit] + BudgetGrid.window)
  }

  /// A slot before others that are given out already: every run of slots that would hold it counts.
  private func hasRoomAmongLater(_ tick: Int64, limit: Int) -> Bool {
    let place = position(of: tick)
    // Slots before the place keep their number, later ones move up by one.
    for begin in max(first, place - limit)...place {
      let last = begin + limit
      guard last <= end else { break }
      let from = begin == place ? tick : self[begin]
      let to = last == place ? tick : self[last - 1]
      if to - from < BudgetGrid.window { return false }
    }
    return true
  }

  /// Where a slot of this tick belongs: behind all that are not later.
  private func position(of tick: Int64) -> Int {
    var place = end
    while place > first, self[place - 1] > tick { place -= 1 }
    return place
  }

  /// Puts a slot into a tick.
  @inline(__always)
  mutating func use(_ tick: Int64) {
    if end - first == ring.count { makeRoom(before: tick) }
    self[end] = tick
    end += 1
    if end - first > 1, tick < self[end - 2] { sinkLast() }
  }

  /// Moves the last slot to where its tick belongs.
  private mutating func sinkLast() {
    var place = end - 1
    let tick = self[place]
    while place > first, self[place - 1] > tick {
      self[place] = self[place - 1]
      place -= 1
    }
    self[place] = tick
  }

  private mutating func makeRoom(before tick: Int64) {
    while first < end, self[first] <= tick - BudgetGrid.remembered { first += 1 }
    guard end - first > ring.count / 2 else { return }
    let kept = (first..<end).map { self[$0] }
    ring = kept + [Int64](repeating: 0, count: 2 * ring.count - kept.count)
    (first, end) = (0, kept.count)
  }

  /// Takes a slot out of a tick.
  mutating func remove(_ tick: Int64) {
    let place = position(of: tick) - 1
    guard place >= first, self[place] == tick else { return }
    for number in place..<(end - 1) { self[number] = self[number + 1] }
    end -= 1
  }
}
