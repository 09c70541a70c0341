import Foundation

extension SimulationResult {
  private static let width = 960.0
  private static let height = 420.0
  private static let left = 60.0
  private static let bottom = 370.0
  private static let top = 40.0

  /// The run as a picture: requests a second, the pace and Apple's limit against the days, and the part completed.
  public func svg() -> [UInt8] {
    let thinned = Self.thin(samples, to: 600)
    let ceiling = max(10, (thinned.map { max($0.limit, $0.pace) }.max() ?? 100) * 1.1)
    let lines = [
      Self.line(thinned.map { $0.limit / ceiling }, colour: "#c0392b", name: "Apple's limit (hourly mean)", row: 0),
      Self.line(thinned.map { $0.pace / ceiling }, colour: "#7f8c8d", name: "pace", row: 1),
      Self.line(thinned.map { $0.requestsPerSecond / ceiling }, colour: "#2471a3", name: "requests a second", row: 2),
      Self.line(thinned.map(\.completed), colour: "#1e8449", name: "part completed (0 to 1)", row: 3),
      Self.line(thinned.map(\.share), colour: "#b7950b", name: "share let in (0 to 1)", row: 4),
    ]
    let picture = [Self.head(title: title), axes(ceiling: ceiling), lines.joined(separator: "\n"), "</svg>\n"]
    return Array(picture.joined(separator: "\n").utf8)
  }

  private var title: String {
    "\(installations) installations: \(Self.decimals(virtualDays, 1)) days, peak \(peakPerSecond) a second, "
      + "\(Self.decimals(permittedUsed * 100, 1)) % of the permitted used"
  }

  private static func head(title: String) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" font-family="sans-serif" font-size="12">
    <rect width="100%" height="100%" fill="white"/>
    <text x="\(left)" y="22" font-size="15">\(title)</text>
    """
  }

  private func axes(ceiling: Double) -> String {
    let right = Self.width - 20
    var marks = ["<path d=\"M\(Self.left) \(Self.top)V\(Self.bottom)H\(right)\" fill=\"none\" stroke=\"black\"/>"]
    for part in 0...4 {
      let x = Self.left + (right - Self.left) * Double(part) / 4
      let days = Self.decimals(virtualDays * Double(part) / 4, 1)
      marks.append("<text x=\"\(x)\" y=\"\(Self.bottom + 18)\" text-anchor=\"middle\">day \(days)</text>")
      let y = Self.bottom - (Self.bottom - Self.top) * Double(part) / 4
      let value = Self.decimals(ceiling * Double(part) / 4, 0)
      marks.append("<text x=\"\(Self.left - 8)\" y=\"\(y + 4)\" text-anchor=\"end\">\(value)</text>")
    }
    return marks.joined(separator: "\n")
  }

  private static func line(_ values: [Double], colour: String, name: String, row: Int) -> String {
    let right = width - 20
    let points = values.enumerated().map { index, value in
      let x = left + (right - left) * Double(index) / Double(max(1, values.count - 1))
      return "\(decimals(x, 1)),\(decimals(bottom - (bottom - top) * value, 1))"
    }
    let x = left + Double(row) * 180
    return """
      <polyline points="\(points.joined(separator: " "))" fill="none" stroke="\(colour)" stroke-width="1.3"/>
      <text x="\(x)" y="\(height - 12)" fill="\(colour)">\(name)</text>
      """
  }

  private static func thin(_ samples: [SimulationSample], to count: Int) -> [SimulationSample] {
    guard samples.count > count else { return samples }
    return (0..<count).map { samples[$0 * samples.count / count] }
  }
}
