import Foundation

extension SimulationResult {
  private static let width = 960.0
  private static let height = 440.0
  private static let left = 50.0
  private static let right = width - 60
  private static let top = 56.0
  private static let bottom = 380.0

  /// The run as a picture: requests a second, the pace and Apple's limit against the left scale, the parts that are let
  /// in and through against the right one.
  public func svg() -> [UInt8] {
    let shown = Self.thin(samples, to: 600)
    let ceiling = Self.ceiling(above: shown.map { max($0.limit, $0.pace, $0.requestsPerSecond) }.max() ?? 0)
    let lines = [
      Self.line(shown.map { $0.limit / ceiling }, colour: "#c0392b", name: "Apple's limit (hourly mean)", column: 0),
      Self.line(shown.map { $0.pace / ceiling }, colour: "#7f8c8d", name: "pace", column: 190),
      Self.line(shown.map { $0.requestsPerSecond / ceiling }, colour: "#2471a3", name: "requests", column: 260),
      Self.line(shown.map(\.completed), colour: "#1e8449", name: "part completed", column: 350, dashes: "6 2"),
      Self.line(shown.map(\.share), colour: "#b7950b", name: "share let in", column: 480, dashes: "2 3"),
    ]
    let picture = [head, axes(ceiling: ceiling), days, lines.joined(separator: "\n"), "</svg>\n"]
    return Array(picture.joined(separator: "\n").utf8)
  }

  private var title: String {
    let end = completed < installations ? "given up after" : "in"
    return "\(installations) installations \(end) \(Self.decimals(virtualDays, 1)) days, "
      + "peak \(peakPerSecond) a second, \(Self.decimals(permittedUsed * 100, 1)) % of the permitted used"
  }

  private var head: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" width="\(Int(Self.width))" height="\(Int(Self.height))" \
    viewBox="0 0 \(Int(Self.width)) \(Int(Self.height))" font-family="sans-serif" font-size="12">
    <rect width="100%" height="100%" fill="white"/>
    <text x="\(Self.left)" y="24" font-size="15">\(title)</text>
    <text x="\(Self.left)" y="\(Self.top - 10)" text-anchor="middle">a second</text>
    <text x="\(Self.right)" y="\(Self.top - 10)" text-anchor="middle">part</text>
    """
  }

  /// A grid of quarters, with a scale on each side.
  private func axes(ceiling: Double) -> String {
    (0...4).map { part in
      let y = Self.bottom - (Self.bottom - Self.top) * Double(part) / 4
      return """
        <path d="M\(Self.left) \(y)H\(Self.right)" stroke="\(part == 0 ? "black" : "#dddddd")"/>
        <text x="\(Self.left - 8)" y="\(y + 4)" text-anchor="end">\(Self.figure(ceiling * Double(part) / 4))</text>
        <text x="\(Self.right + 8)" y="\(y + 4)">\(part * 25) %</text>
        """
    }.joined(separator: "\n")
  }

  /// Marks at round days, or parts of a day.
  private var days: String {
    let step = Self.round(virtualDays / 8)
    return stride(from: 0, through: virtualDays, by: step).map { day in
      let x = Self.decimals(Self.left + (Self.right - Self.left) * day / max(virtualDays, step), 1)
      return """
        <path d="M\(x) \(Self.bottom)v5" stroke="black"/>
        <text x="\(x)" y="\(Self.bottom + 18)" text-anchor="middle">day \(Self.figure(day))</text>
        """
    }.joined(separator: "\n")
  }

  private static func line(
    _ values: [Double], colour: String, name: String, column: Double, dashes: String = "none"
  ) -> String {
    // A run of one sample is a level line.
    let values = values.count == 1 ? values + values : values
    let points = values.enumerated().map { index, value in
      let x = left + (right - left) * Double(index) / Double(max(1, values.count - 1))
      return "\(decimals(x, 1)),\(decimals(bottom - (bottom - top) * value, 1))"
    }
    return """
      <polyline points="\(points.joined(separator: " "))" fill="none" stroke="\(colour)" stroke-width="1.3" \
      stroke-dasharray="\(dashes)"/>
      <text x="\(left + column)" y="\(height - 16)" fill="\(colour)">\(name)</text>
      """
  }

  private static func figure(_ value: Double) -> String { String(format: "%.4g", value) }

  /// The top of the scale: a round number above all values, whose quarters are round too.
  private static func ceiling(above value: Double) -> Double { 4 * round(max(value, 1) / 4) }

  /// The next of 1, 2, 2.5 and 5 times a power of ten that is not below.
  private static func round(_ value: Double) -> Double {
    let power = pow(10, log10(max(value, 1e-6)).rounded(.down))
    return ([1, 2, 2.5, 5].first { $0 * power >= value } ?? 10) * power
  }

  private static func thin(_ samples: [SimulationSample], to count: Int) -> [SimulationSample] {
    guard samples.count > count else { return samples }
    return (0..<count).map { samples[$0 * (samples.count - 1) / (count - 1)] }
  }
}
