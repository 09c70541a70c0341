import Foundation

/// The report as a picture: requests a day as bars, the age of the oldest due receipt as a line.
public struct SimulationPicture {
  private let report: SimulationReport
  private let width = 960.0
  private let height = 420.0
  private let left = 70.0
  private let right = 70.0
  private let top = 50.0
  private let bottom = 50.0

  /// A picture of a report.
  public init(_ report: SimulationReport) {
    self.report = report
  }

  /// The SVG document.
  public var svg: String {
    let parts = [opening, bars, line, axes, "</svg>"]
    return parts.joined(separator: "\n") + "\n"
  }

  private var plotWidth: Double { width - left - right }
  private var plotHeight: Double { height - top - bottom }
  private var mostRequests: Double { Double(max(1, report.days.map(\.requests).max() ?? 1)) }
  private var longestHours: Double { max(1, (report.days.map(\.oldestDueAge).max() ?? 0) / 3_600) }

  private var opening: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(width)) \(Int(height))" font-family="sans-serif" \
    font-size="12">
    <rect width="100%" height="100%" fill="#ffffff"/>
    <text x="\(Int(left))" y="24" font-size="15">Receipt refresh over \(report.days.count) days: \(report.requests) \
    requests, \(report.refreshedInWindow) windows met, \(report.missed) missed</text>
    """
  }

  private var bars: String {
    let step = plotWidth / Double(max(1, report.days.count))
    return report.days.enumerated().map { index, day in
      let tall = plotHeight * Double(day.requests) / mostRequests
      let x = number(left + Double(index) * step + 0.5)
      let y = number(top + plotHeight - tall)
      return """
        <rect x="\(x)" y="\(y)" width="\(number(max(0.5, step - 1)))" height="\(number(tall))" fill="#4c78a8">\
        <title>day \(index): \(day.requests) requests</title></rect>
        """
    }.joined(separator: "\n")
  }

  private var line: String {
    let step = plotWidth / Double(max(1, report.days.count))
    let points = report.days.enumerated().map { index, day in
      let up = plotHeight * day.oldestDueAge / 3_600 / longestHours
      return "\(number(left + (Double(index) + 0.5) * step)),\(number(top + plotHeight - up))"
    }
    return "<polyline fill=\"none\" stroke=\"#e45756\" stroke-width=\"2\" points=\"\(points.joined(separator: " "))\"/>"
  }

  private var axes: String {
    let base = number(top + plotHeight)
    let far = number(width - right)
    let ticks = stride(from: 0, through: report.days.count, by: max(1, report.days.count / 9)).map { day in
      let x = number(left + plotWidth * Double(day) / Double(max(1, report.days.count)))
      return "<text x=\"\(x)\" y=\"\(number(top + plotHeight + 18))\" text-anchor=\"middle\">\(day)</text>"
    }
    return """
      <path d="M\(number(left)) \(number(top))V\(base)H\(far)V\(number(top))" fill="none" stroke="#333333"/>
      \(ticks.joined(separator: "\n"))
      <text x="\(number(left - 8))" y="\(number(top + 4))" text-anchor="end" fill="#4c78a8">\(Int(mostRequests))</text>
      <text x="\(number(left - 8))" y="\(base)" text-anchor="end" fill="#4c78a8">0</text>
      <text x="\(number(width - right + 8))" y="\(number(top + 4))" fill="#e45756">\(number(longestHours)) h</text>
      <text x="\(number(width - right + 8))" y="\(base)" fill="#e45756">0 h</text>
      <text x="\(number(left))" y="\(number(height - 10))" fill="#4c78a8">requests a day (bars)</text>
      <text x="\(far)" y="\(number(height - 10))" text-anchor="end" fill="#e45756">age of the oldest due receipt (line)</text>
      """
  }

  private func number(_ value: Double) -> String {
    String(format: "%.1f", value)
  }
}
