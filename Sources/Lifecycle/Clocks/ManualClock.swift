public import Foundation
import Locking

/// A clock that moves only when told: both clocks at once, for tests that wait for events and not for time.
public final class ManualClock: WallClock, MonotonicClock {
  private struct Sleeper {
    let instant: ContinuousClock.Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var date: Date
    var instant: ContinuousClock.Instant
    var sleepers: [UInt64: Sleeper] = [:]
    var cancelled: Set<UInt64> = []
    var nextSleeper: UInt64 = 0
  }

  private let state: Locked<State>

  /// A clock that stands at `date`.
  public init(date: Date = Date(timeIntervalSince1970: 1_776_800_000)) {
    state = Locked(State(date: date, instant: .now))
  }

  /// The instant in world time.
  public func now() -> Date { state.withLock { $0.date } }

  /// The instant on the scale that never jumps.
  public func now() -> ContinuousClock.Instant { state.withLock { $0.instant } }

  /// How many tasks are asleep.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// Moves both scales forward and wakes those whose time has come.
  public func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.instant += duration
      state.date += TimeInterval(duration.components.seconds) + TimeInterval(duration.components.attoseconds) / 1e18
      let due = state.sleepers.filter { $0.value.instant <= state.instant }
      for ticket in due.keys { state.sleepers[ticket] = nil }
      return due.values.sorted { $0.instant < $1.instant }
    }
    for sleeper in due { sleeper.continuation.resume() }
  }

  /// Sets the time of day alone, as an operator or a time server does: it may go back.
  public func setDate(_ date: Date) {
    state.withLock { $0.date = date }
  }

  /// Returns when the clock has been moved there.
  public func sleep(until instant: ContinuousClock.Instant) async throws {
    let ticket = state.withLock { state in
      state.nextSleeper += 1
      return state.nextSleeper
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        enter(Sleeper(instant: instant, continuation: continuation), ticket: ticket)
      }
    } onCancel: {
      leave(ticket)
    }
  }

  private func enter(_ sleeper: Sleeper, ticket: UInt64) {
    let outcome: Result<Void, any Error>? = state.withLock { state in
      if state.cancelled.remove(ticket) != nil { return .failure(CancellationError()) }
      if sleeper.instant <= state.instant { return .success(()) }
      state.sleepers[ticket] = sleeper
      return nil
    }
    if let outcome { sleeper.continuation.resume(with: outcome) }
  }

  private func leave(_ ticket: UInt64) {
    let sleeper = state.withLock { state in
      let sleeper = state.sleepers.removeValue(forKey: ticket)
      if sleeper == nil { state.cancelled.insert(ticket) }
      return sleeper
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }
}
