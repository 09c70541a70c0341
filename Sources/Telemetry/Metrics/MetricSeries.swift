/// One line, or one group of lines, of the exposition.
protocol MetricSeries: Sendable {
  func render(_ name: String, _ labels: LabelText, to text: inout String)
}
