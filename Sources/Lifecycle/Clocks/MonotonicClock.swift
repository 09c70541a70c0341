/// A clock that never jumps, for deadlines and durations.
public protocol MonotonicClock: Sendable {
  /// The present instant.
  func now() -> ContinuousClock.Instant
  /// Returns when the instant has come; throws when the task is cancelled before.
  func sleep(until instant: ContinuousClock.Instant) async throws
}

/// The system's monotonic clock.
public struct SystemMonotonicClock: MonotonicClock {
  /// The system's monotonic clock.
  public init() {}
  /// The present instant.
  public func now() -> ContinuousClock.Instant { .now }
  /// Returns when the instant has come.
  public func sleep(until instant: ContinuousClock.Instant) async throws {
    try await ContinuousClock().sleep(until: instant)
  }
}

extension MonotonicClock {
  /// Returns when the duration has passed; throws when the task is cancelled before.
  public func sleep(for duration: Duration) async throws {
    try await sleep(until: now() + duration)
  }
}
