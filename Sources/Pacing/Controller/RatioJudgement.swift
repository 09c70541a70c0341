/// Whether a ratio that was counted lies clearly above a limit, clearly below it, or cannot be told.
public enum RatioJudgement: Sendable, Equatable {
  /// Clearly above.
  case breach
  /// Clearly not above.
  case within
  /// Too few observations to tell.
  case inconclusive

  /// Judges `events` of `total` by the 95 % Wilson score interval.
  public static func judge(_ events: Int, of total: Int, limit: Double) -> RatioJudgement {
    guard total > 0 else { return .inconclusive }
    let interval = wilson(events, of: total)
    if interval.lowerBound > limit { return .breach }
    if interval.upperBound <= limit { return .within }
    return .inconclusive
  }

  /// The 95 % Wilson score interval of a ratio.
  public static func wilson(_ events: Int, of total: Int) -> ClosedRange<Double> {
    let count = Double(total)
    let ratio = min(1, Double(events) / count)
    let z = 1.96
    let centre = (ratio + z * z / (2 * count)) / (1 + z * z / count)
    let half = z / (1 + z * z / count) * (ratio * (1 - ratio) / count + z * z / (4 * count * count)).squareRoot()
    return max(0, centre - half)...min(1, centre + half)
  }
}
