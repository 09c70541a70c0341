/// Counts latencies in buckets whose width is about 3 % of the value, from one microsecond to over an hour.
struct LatencyHistogram: Sendable {
  private static let halfBits: UInt64 = 5
  private static let half = 1 << halfBits
  private var counts = [UInt32](repeating: 0, count: 28 * half)
  private(set) var total = 0
  private(set) var maximumMicroseconds: UInt64 = 0

  mutating func record(microseconds value: UInt64) {
    counts[min(Self.bucket(of: value), counts.count - 1)] += 1
    total += 1
    maximumMicroseconds = max(maximumMicroseconds, value)
  }

  mutating func merge(_ other: LatencyHistogram) {
    for index in counts.indices { counts[index] += other.counts[index] }
    total += other.total
    maximumMicroseconds = max(maximumMicroseconds, other.maximumMicroseconds)
  }

  /// The latency below which that part of the values lies, in milliseconds; 0 without values.
  func milliseconds(atQuantile quantile: Double) -> Double {
    let rank = max(1, Int((Double(total) * quantile).rounded(.up)))
    var seen = 0
    for (index, count) in counts.enumerated() {
      seen += Int(count)
      if seen >= rank { return Double(min(Self.upperBound(of: index), maximumMicroseconds)) / 1000 }
    }
    return 0
  }

  private static func bucket(of value: UInt64) -> Int {
    let bits = UInt64(64 - value.leadingZeroBitCount)
    guard bits > halfBits + 1 else { return Int(value) }
    let shift = bits - halfBits - 1
    return Int(shift) * half + Int(value >> shift)
  }

  private static func upperBound(of index: Int) -> UInt64 {
    guard index >= 2 * half else { return UInt64(index) }
    let shift = UInt64(index / half - 1)
    return ((UInt64(index % half + half) + 1) << shift) - 1
  }
}
