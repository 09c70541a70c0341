import Foundation

/// Stops asking a host or using a credential that keeps failing, and lets one probe through from time to time.
public struct CircuitBreaker: Sendable, Equatable {
  /// Whether a request may go.
  public enum Admission: Sendable, Equatable {
    /// It may.
    case pass
    /// It may, alone: its answer decides.
    case probe
    /// Not before the instant.
    case refuse(until: Date)
  }

  /// Failures in a row that open it.
  public let threshold: Int
  /// Seconds that it stays open the first time; each failed probe doubles them.
  public let firstPause: TimeInterval
  /// Seconds that no pause exceeds.
  public let longestPause: TimeInterval
  private var failures = 0
  private var trips = 0
  private var openUntil: Date?
  private var probeUntil: Date?

  /// A closed breaker.
  public init(threshold: Int, firstPause: TimeInterval, longestPause: TimeInterval) {
    self.threshold = threshold
    self.firstPause = firstPause
    self.longestPause = longestPause
  }

  /// True while requests are held back.
  public var isOpen: Bool { openUntil != nil }
  /// The instant of the next probe, while it is open.
  public var nextProbe: Date? { openUntil }

  /// Asks for one request. A probe whose answer never comes is given up after the first pause.
  public mutating func admit(at now: Date) -> Admission {
    guard let openUntil else { return .pass }
    if now < openUntil { return .refuse(until: openUntil) }
    if let probeUntil, now < probeUntil { return .refuse(until: probeUntil) }
    probeUntil = now.addingTimeInterval(firstPause)
    return .probe
  }

  /// An answer showed that it works. True when that closed it.
  public mutating func succeeded() -> Bool {
    let reopened = isOpen
    failures = 0
    trips = 0
    openUntil = nil
    probeUntil = nil
    return reopened
  }

  /// An answer showed a failure. True when that opened it, or a probe of an open one failed: a pause begins.
  public mutating func failed(at now: Date) -> Bool {
    failures += 1
    let probeFailed = isOpen && probeUntil != nil
    guard probeFailed || (!isOpen && failures >= threshold) else { return false }
    let pause = min(longestPause, firstPause * pow(2, Double(min(trips, 16))))
    openUntil = now.addingTimeInterval(pause)
    probeUntil = nil
    trips += 1
    return !probeFailed
  }
}
