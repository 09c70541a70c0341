/// Which key a connection uses at each turn.
///
/// No key is used by two connections, so that counters rise in the order of sending; and the keys of a connection
/// are visited all over the series, each once before any comes again, as the keys of real devices would be.
struct KeySchedule: Sendable {
  private let connections: Int
  private let rounds: Int
  private let step: Int

  /// A schedule for at least as many keys as connections.
  init(keys count: Int, connections: Int) {
    self.connections = connections
    rounds = max(1, count / connections)
    // A step near the golden section that shares no factor with the count visits every key, far from its neighbours.
    var step = max(1, Int(Double(rounds) * 0.618))
    while Self.greatestCommonDivisor(step, rounds) != 1 { step += 1 }
    self.step = step
  }

  func key(connection: Int, turn: Int) -> Int {
    connection + (turn % rounds * step % rounds) * connections
  }

  private static func greatestCommonDivisor(_ left: Int, _ right: Int) -> Int {
    right == 0 ? left : greatestCommonDivisor(right, left % right)
  }
}
