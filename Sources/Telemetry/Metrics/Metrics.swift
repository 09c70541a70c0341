import Locking

/// The metrics of a program, and their text for Prometheus. Declare each name once, at start, and keep what comes back.
public final class Metrics: Sendable {
  private let seriesLimit: Int
  private let families = Locked<[(name: String, family: any RenderableFamily)]>([])

  /// No metrics yet. `seriesLimit` bounds the combinations of label values of each name.
  public init(seriesLimit: Int = 500) {
    self.seriesLimit = seriesLimit
  }

  /// Declares a counter; its name should end in `_total`.
  public func counter(_ name: StaticString, help: StaticString, labels: [StaticString]) -> MetricFamily<Counter> {
    declare(name, help, "counter", labels) { Counter() }
  }

  /// Declares a counter without labels.
  public func counter(_ name: StaticString, help: StaticString) -> Counter {
    counter(name, help: help, labels: []).series([])
  }

  /// Declares a gauge.
  public func gauge(_ name: StaticString, help: StaticString, labels: [StaticString]) -> MetricFamily<Gauge> {
    declare(name, help, "gauge", labels) { Gauge() }
  }

  /// Declares a gauge without labels.
  public func gauge(_ name: StaticString, help: StaticString) -> Gauge {
    gauge(name, help: help, labels: []).series([])
  }

  /// Declares a gauge whose value is asked for when metrics are read.
  public func gauge(_ name: StaticString, help: StaticString, measure: @escaping @Sendable () -> Double) {
    add(name.description, MeasuredGauge(name: name.description, help: help.description, measure: measure))
  }

  /// Declares a histogram with the given upper bounds, rising.
  public func histogram(
    _ name: StaticString, help: StaticString, bounds: [Double] = Histogram.requestSeconds, labels: [StaticString]
  ) -> MetricFamily<Histogram> {
    declare(name, help, "histogram", labels) { Histogram(bounds: bounds) }
  }

  /// Declares a histogram without labels.
  public func histogram(
    _ name: StaticString, help: StaticString, bounds: [Double] = Histogram.requestSeconds
  ) -> Histogram {
    histogram(name, help: help, bounds: bounds, labels: []).series([])
  }

  /// The media type of `render()`.
  public static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  /// Everything, in the text exposition format of Prometheus, in the order of declaration.
  public func render() -> String {
    var text = ""
    for (_, family) in families.withLock({ $0 }) { family.render(to: &text) }
    return text
  }

  private func declare<Series: MetricSeries>(
    _ name: StaticString, _ help: StaticString, _ kind: String, _ labels: [StaticString],
    _ make: @escaping @Sendable () -> Series
  ) -> MetricFamily<Series> {
    let family = MetricFamily(
      name: name.description, help: help.description, kind: kind, labels: labels.map(\.description),
      limit: seriesLimit, make: make)
    add(name.description, family)
    return family
  }

  private func add(_ name: String, _ family: any RenderableFamily) {
    families.withLock { families in
      precondition(!families.contains { $0.name == name }, "a metric's name is declared once, in code: \(name)")
      families.append((name, family))
    }
  }
}
