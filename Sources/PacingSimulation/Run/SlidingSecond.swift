import Pacing

/// Counts the requests of every sliding second; moments come nearly in order.
struct SlidingSecond: Sendable {
  private var moments: [Microseconds] = []
  private var head = 0
  private(set) var peak = 0

  /// Adds one second's requests. Those of several rollouts are put in order first.
  mutating func add(_ second: inout [Microseconds], sorted: Bool) {
    if !sorted { second.sort() }
    for moment in second {
      moments.append(moment)
      while moments[head] <= moment - .second { head += 1 }
      peak = max(peak, moments.count - head)
    }
    if head > 4096 {
      moments.removeFirst(head)
      head = 0
    }
  }
}
