/// A gauge whose value is asked for when it is read: the depth of a queue, the open connections of a server.
struct MeasuredGauge: RenderableFamily {
  let name: String
  let help: String
  let measure: @Sendable () -> Double

  func render(to text: inout String) {
    text += "# HELP \(name) \(LabelText.escaped(help, isHelp: true))\n# TYPE \(name) gauge\n"
    text += "\(name) \(MetricNumber.text(measure()))\n"
  }
}
