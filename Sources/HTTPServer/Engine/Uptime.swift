import Foundation

/// An instant on the system's monotonic clock.
///
/// `ContinuousClock.Instant` would say the same, but its layout is known only at run time, which makes every copy of
/// what holds one a call into the runtime: measured at a microsecond a request.
struct Uptime: Sendable, Comparable {
  private let nanoseconds: Int64

  static var now: Uptime {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Uptime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  static func + (instant: Uptime, duration: Duration) -> Uptime {
    let (seconds, attoseconds) = duration.components
    return Uptime(nanoseconds: instant.nanoseconds + seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }

  static func - (later: Uptime, earlier: Uptime) -> Duration {
    .nanoseconds(later.nanoseconds - earlier.nanoseconds)
  }

  static func < (left: Uptime, right: Uptime) -> Bool { left.nanoseconds < right.nanoseconds }

  /// The same instant as the standard library's clock has it.
  var continuous: ContinuousClock.Instant { ContinuousClock.now - (Self.now - self) }

  /// The instant of the standard library's clock as this clock has it.
  init(_ instant: ContinuousClock.Instant) {
    self = Self.now + (instant - ContinuousClock.now)
  }

  private init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }
}
