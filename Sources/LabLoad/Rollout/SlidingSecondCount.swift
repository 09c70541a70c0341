/// What the simulated Apple counts: calls in every sliding second, by the moment at which each arrives.
struct SlidingSecondCount: Sendable {
  private var moments: [UInt64] = []
  private var head = 0
  /// The most calls in any second.
  private(set) var peak = 0
  /// All calls.
  private(set) var total = 0
  /// The first and the last call.
  private(set) var first: UInt64?
  private(set) var last: UInt64 = 0
  /// How often a second held more than the limit when a call came.
  private(set) var above = 0
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// A call arrives; moments in microseconds, in order.
  /// - Returns: whether Apple takes it.
  mutating func call(at moment: UInt64) -> Bool {
    moments.append(moment)
    while moments[head] + 1_000_000 <= moment { head += 1 }
    let count = moments.count - head
    peak = max(peak, count)
    total += 1
    first = first ?? moment
    last = moment
    if head > 8_192 {
      moments.removeFirst(head)
      head = 0
    }
    guard count > limit else { return true }
    above += 1
    return false
  }
}
