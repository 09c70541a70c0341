import Glibc

/// An instant on the system's monotonic clock: for deadlines and for measuring how long something took.
///
/// `ContinuousClock.Instant` would say the same, but its layout is known only at run time, which makes every copy of
/// what holds one a call into the runtime: measured at microseconds a request.
public struct Uptime: Sendable, Comparable, Hashable {
  /// Nanoseconds since the system started.
  public let nanoseconds: Int64

  private init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// This moment.
  public static var now: Uptime {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Uptime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// The instant that much later.
  public static func + (instant: Uptime, duration: Duration) -> Uptime { instant.advanced(by: nanoseconds(duration)) }

  /// The instant that much earlier.
  public static func - (instant: Uptime, duration: Duration) -> Uptime { instant.advanced(by: -nanoseconds(duration)) }

  /// The time from the second to the first.
  public static func - (later: Uptime, earlier: Uptime) -> Duration {
    .nanoseconds(later.nanoseconds - earlier.nanoseconds)
  }

  /// Whether the first is before the second.
  public static func < (left: Uptime, right: Uptime) -> Bool { left.nanoseconds < right.nanoseconds }

  /// The instant that many nanoseconds later; the end of time where that cannot be counted.
  public func advanced(by nanoseconds: Int64) -> Uptime {
    let (sum, overflows) = self.nanoseconds.addingReportingOverflow(nanoseconds)
    return Uptime(nanoseconds: overflows ? (nanoseconds < 0 ? .min : .max) : sum)
  }

  /// A duration in nanoseconds, for what is added again and again.
  public static func nanoseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    let (product, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflows else { return seconds < 0 ? .min : .max }
    let (sum, isTooLong) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
    return isTooLong ? (seconds < 0 ? .min : .max) : sum
  }
}
