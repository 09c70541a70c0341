import Foundation

/// The wait before a failed question is put again: doubled at each attempt, capped, and spread over its upper half.
public struct RetryBackoff: Sendable, Equatable {
  /// Seconds before the first repeat.
  public var base: TimeInterval
  /// Seconds that no wait exceeds.
  public var ceiling: TimeInterval

  /// A back-off from `base` seconds to `ceiling` seconds.
  public init(base: TimeInterval, ceiling: TimeInterval) {
    self.base = base
    self.ceiling = ceiling
  }

  /// Seconds to wait after the given attempt, counted from one.
  public func delay(attempt: Int, subject: Int64) -> TimeInterval {
    let doublings = Double(min(max(attempt, 1) - 1, 32))
    let full = min(ceiling, base * pow(2, doublings))
    return full * (0.5 + 0.5 * Jitter.fraction(subject: subject, occurrence: attempt))
  }
}
