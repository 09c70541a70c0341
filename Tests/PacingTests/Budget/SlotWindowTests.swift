import Testing

@testable import Pacing

@Suite struct SlotWindowTests {
  /// What the ring is to do, done the plain way.
  private static func hasRoom(_ ticks: [Int64], _ tick: Int64, limit: Int) -> Bool {
    let all = (ticks + [tick]).sorted()
    return !all.indices.contains { $0 + limit < all.count && all[$0 + limit] - all[$0] < BudgetGrid.window }
  }

  @Test("slots in any order, refunds among them, are judged as if all were looked at", arguments: 0..<10)
  func agreesWithPlainCount(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var window = SlotWindow()
    var plain: [Int64] = []
    var now: Int64 = 1_700_000_000_000
    for _ in 0..<4000 {
      now += Int64.random(in: 0...3, using: &random)
      let tick = now + Int64.random(in: 0...150, using: &random)
      plain.removeAll { $0 <= now - BudgetGrid.remembered }
      if !plain.isEmpty, Int.random(in: 0..<10, using: &random) == 0 {
        let gone = plain.remove(at: Int.random(in: plain.indices, using: &random))
        window.remove(gone)
      }
      let room = Self.hasRoom(plain, tick, limit: 300)
      #expect(window.hasRoom(in: tick, limit: 300) == room)
      guard room else { continue }
      window.use(tick)
      plain.append(tick)
    }
    #expect(plain.count > 256)
  }
}
