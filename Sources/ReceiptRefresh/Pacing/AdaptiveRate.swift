import Foundation

/// A rate that halves when Apple answers 429 and recovers additively (AIMD).
public struct AdaptiveRate: Sendable, Equatable {
  /// Requests a second that the operator allows at most.
  public let ceiling: Double
  /// Requests a second that are kept even when throttled again and again.
  public let floor: Double
  /// Requests a second regained for each second without a 429.
  public let recoveryPerSecond: Double
  private var value: Double
  private var changedAt: Date
  private var heldUntil: Date

  /// A rate that starts at its ceiling.
  public init(ceiling: Double, floor: Double? = nil, recoveryPerSecond: Double? = nil, at now: Date) {
    self.ceiling = ceiling
    self.floor = min(ceiling, floor ?? max(0.1, ceiling / 64))
    self.recoveryPerSecond = recoveryPerSecond ?? ceiling / 300
    value = ceiling
    changedAt = now
    heldUntil = now
  }

  /// Requests a second allowed at an instant; zero while Apple's `Retry-After` runs.
  public func perSecond(at now: Date) -> Double {
    now < heldUntil ? 0 : recovered(at: now)
  }

  /// The end of Apple's `Retry-After`, or an instant in the past.
  public var resumesAt: Date { heldUntil }

  /// Halves the rate. Answers to requests sent before the cut say nothing new, so one second is one cut.
  public mutating func throttled(retryAfter: TimeInterval?, at now: Date) {
    if let retryAfter { heldUntil = max(heldUntil, now.addingTimeInterval(retryAfter)) }
    guard now.timeIntervalSince(changedAt) >= 1 || value == ceiling else { return }
    value = max(floor, recovered(at: now) / 2)
    changedAt = now
  }

  private func recovered(at now: Date) -> Double {
    let quiet = max(0, now.timeIntervalSince(max(changedAt, heldUntil)))
    return min(ceiling, value + quiet * recoveryPerSecond)
  }
}
