/// A load that starts pairs at a given rate, whatever the answers do: an open loop, spread over the connections.
struct LoadPace {
  /// Microseconds between two pairs of one connection; 0 is as fast as the answers come.
  private let interval: Double
  private let connections: Int
  private let startedAt: UInt64

  init(perSecond: Int?, connections: Int, startedAt: UInt64) {
    interval = perSecond.map { Double(connections) * 1_000_000 / Double(max($0, 1)) } ?? 0
    (self.connections, self.startedAt) = (connections, startedAt)
  }

  /// When a connection's turn begins; 0 without a pace. Latency counts from here, so that a server that stalls cannot
  /// hide the requests that it kept waiting.
  func due(connection: Int, turn: Int) -> UInt64 {
    if interval == 0 { return 0 }
    let share = Double(connection) / Double(connections)
    return startedAt + UInt64((Double(turn) + share) * interval)
  }
}
