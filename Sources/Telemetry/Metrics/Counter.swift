/// A count that only rises.
public final class Counter: Sendable, MetricSeries {
  private let count = ShardedCount()

  init() {}

  /// Raises it.
  public func increment(by amount: Int = 1) {
    if amount > 0 { count.add(UInt64(amount)) }
  }

  /// The count so far.
  public var value: UInt64 { count.value }

  func render(_ name: String, _ labels: LabelText, to text: inout String) {
    text += "\(name)\(labels.text()) \(value)\n"
  }
}
