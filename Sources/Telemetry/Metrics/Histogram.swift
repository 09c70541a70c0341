/// How often values fell below each of some bounds, with their sum.
public final class Histogram: Sendable, MetricSeries {
  /// Bounds in seconds for the duration of a request.
  public static let requestSeconds: [Double] = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
  ]

  private let bounds: [Double]
  private let counts: [ShardedCount]
  private let sum = AtomicDouble()

  init(bounds: [Double]) {
    self.bounds = bounds
    counts = (0...bounds.count).map { _ in ShardedCount() }
  }

  /// Notes a value.
  public func observe(_ value: Double) {
    guard value.isFinite else { return }
    var index = 0
    while index < bounds.count, value > bounds[index] { index += 1 }
    counts[index].add(1)
    sum.add(value)
  }

  /// Notes a duration in seconds.
  public func observe(_ duration: Duration) {
    observe(Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18)
  }

  /// How many values were noted.
  public var count: UInt64 { counts.reduce(0) { $0 + $1.value } }

  func render(_ name: String, _ labels: LabelText, to text: inout String) {
    var total: UInt64 = 0
    for (bound, count) in zip(bounds, counts) {
      total += count.value
      text += "\(name)_bucket\(labels.text(adding: ("le", MetricNumber.text(bound)))) \(total)\n"
    }
    total += counts[bounds.count].value
    text += "\(name)_bucket\(labels.text(adding: ("le", "+Inf"))) \(total)\n"
    text += "\(name)_sum\(labels.text()) \(MetricNumber.text(sum.value))\n"
    text += "\(name)_count\(labels.text()) \(total)\n"
  }
}
