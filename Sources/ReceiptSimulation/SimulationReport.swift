import Foundation

/// What ninety days came to.
public struct SimulationReport: Sendable, Equatable {
  /// One simulated day.
  public struct Day: Sendable, Equatable {
    /// Requests sent.
    public var requests = 0
    /// Newer receipts stored.
    public var refreshed = 0
    /// Seconds by which the longest-waiting due receipt was late, at the day's worst.
    public var oldestDueAge: TimeInterval = 0
  }

  /// Requests sent.
  public var requests = 0
  /// Windows in which Apple would serve and a newer receipt was stored.
  public var refreshedInWindow = 0
  /// Windows in which Apple would serve and none was stored.
  public var missed = 0
  /// Requests sent before field 19 of the receipt they carried.
  public var beforeNotBefore = 0
  /// The most requests within one second.
  public var peakPerSecond = 0
  /// The rate that was allowed.
  public var rateLimitPerSecond: Double
  /// Answers by kind.
  public var answers: [String: Int] = [:]
  /// Day by day.
  public var days: [Day]

  /// The object of `--json`; `wallSeconds` is the real time that the run took.
  public func json(wallSeconds: Double) throws -> [UInt8] {
    let rows = days.enumerated().map { index, day -> [String: Any] in
      [
        "day": index, "requests": day.requests, "refreshed": day.refreshed,
        "oldest_due_age_seconds": day.oldestDueAge.rounded(),
      ]
    }
    let object: [String: Any] = [
      "requests": requests, "refreshed_in_window": refreshedInWindow, "missed": missed,
      "before_not_before": beforeNotBefore, "peak_per_second": peakPerSecond,
      "rate_limit_per_second": rateLimitPerSecond, "wall_seconds": (wallSeconds * 1_000).rounded() / 1_000,
      "answers": answers, "days": rows,
    ]
    return [UInt8](try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .prettyPrinted]))
  }
}
