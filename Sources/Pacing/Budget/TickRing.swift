/// Slots in each tick of the last second and of the lookahead, and the most that any sliding second of them holds.
struct TickRing: Sendable {
  private var counts = [UInt16](repeating: 0, count: Int(BudgetGrid.ringSize))
  /// The latest tick that holds a slot.
  private var last: Int64 = 0
  /// Slots in the window that ends with `last`.
  private var trailing = 0

  private static let mask = BudgetGrid.ringSize - 1

  private subscript(tick: Int64) -> UInt16 {
    @inline(__always) get { counts[Int(tick & Self.mask)] }
    @inline(__always) set { counts[Int(tick & Self.mask)] = newValue }
  }

  /// Whether one more slot in this tick leaves every window of a second at or below `limit`.
  @inline(__always)
  func hasRoom(in tick: Int64, limit: Int) -> Bool {
    tick >= last ? count(endingWith: tick) < limit : hasRoomAmongLater(tick, limit: limit)
  }

  /// Slots in the window that ends with a tick not before the last one used.
  @inline(__always)
  private func count(endingWith tick: Int64) -> Int {
    if tick - last >= BudgetGrid.window { return 0 }
    var sum = trailing
    var gone = last - BudgetGrid.window + 1
    while gone <= tick - BudgetGrid.window {
      sum -= Int(self[gone])
      gone += 1
    }
    return sum
  }

  /// A slot before others that are given out already: every window that holds it and any of them counts.
  private func hasRoomAmongLater(_ tick: Int64, limit: Int) -> Bool {
    guard last - tick < BudgetGrid.ringSize - BudgetGrid.window else { return false }
    var sum = 0
    for each in (tick - BudgetGrid.window + 1)...tick { sum += Int(self[each]) }
    var end = tick
    while sum < limit, end < min(last, tick + BudgetGrid.window - 1) {
      end += 1
      sum += Int(self[end]) - Int(self[end - BudgetGrid.window])
    }
    return sum < limit
  }

  /// Puts a slot into a tick.
  @inline(__always)
  mutating func use(_ tick: Int64) {
    if tick > last { move(to: tick) }
    self[tick] += 1
    if tick > last - BudgetGrid.window { trailing += 1 }
  }

  @inline(__always)
  private mutating func move(to tick: Int64) {
    trailing = count(endingWith: tick)
    clear(through: tick)
    last = tick
  }

  /// The ticks between the last one used and this one are new to the ring.
  @inline(__always)
  private mutating func clear(through tick: Int64) {
    var fresh = max(last + 1, tick - BudgetGrid.ringSize + 1)
    while fresh <= tick {
      self[fresh] = 0
      fresh += 1
    }
  }

  /// Takes a slot out of a tick.
  mutating func remove(_ tick: Int64) {
    guard tick <= last, last - tick < BudgetGrid.ringSize, self[tick] > 0 else { return }
    self[tick] -= 1
    if tick > last - BudgetGrid.window { trailing -= 1 }
  }
}
