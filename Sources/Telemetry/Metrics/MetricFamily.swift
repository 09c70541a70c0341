import Locking

/// All series of one name, one for each combination of label values.
///
/// The number of combinations is bounded: beyond the bound, all further ones are counted together under the value
/// `other`, so that no client can make the program grow by inventing values.
public final class MetricFamily<Series: Sendable>: Sendable {
  private let name: String
  private let help: String
  private let kind: String
  private let labels: [String]
  private let limit: Int
  private let make: @Sendable () -> Series
  private let series = Locked<[[String]: Series]>([:])

  init(
    name: String, help: String, kind: String, labels: [String], limit: Int, make: @escaping @Sendable () -> Series
  ) {
    self.name = name
    self.help = help
    self.kind = kind
    self.labels = labels
    self.limit = limit
    self.make = make
  }

  /// The series of these label values, in the order of the labels. Keep it where it is used often.
  public func with(_ values: String...) -> Series { series(values) }

  func series(_ values: [String]) -> Series {
    let values = values.count == labels.count ? values : Self.overflow(labels)
    return series.withLock { series in
      if let known = series[values] { return known }
      let key = series.count < limit ? values : Self.overflow(labels)
      let made = series[key] ?? make()
      series[key] = made
      return made
    }
  }

  private static func overflow(_ labels: [String]) -> [String] { labels.map { _ in "other" } }
}

extension MetricFamily: RenderableFamily where Series: MetricSeries {
  func render(to text: inout String) {
    text += "# HELP \(name) \(LabelText.escaped(help, isHelp: true))\n# TYPE \(name) \(kind)\n"
    let snapshot = series.withLock { $0 }.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    for (values, series) in snapshot {
      series.render(name, LabelText(names: labels, values: values), to: &text)
    }
  }
}

/// A family as the registry sees it.
protocol RenderableFamily: Sendable {
  func render(to text: inout String)
}
