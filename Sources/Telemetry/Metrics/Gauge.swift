/// A value that rises and falls.
public final class Gauge: Sendable, MetricSeries {
  private let number = AtomicDouble()

  init() {}

  /// Sets it.
  public func set(_ value: Double) { number.set(value) }

  /// Changes it; a negative amount lowers it.
  public func add(_ amount: Double) { number.add(amount) }

  /// The present value.
  public var value: Double { number.value }

  func render(_ name: String, _ labels: LabelText, to text: inout String) {
    text += "\(name)\(labels.text()) \(MetricNumber.text(value))\n"
  }
}
