import Locking

/// A service and the task it runs in.
struct RunningService: Sendable {
  let name: String
  let lifetime: ServiceLifetime
  let task: Task<Void, Never>

  /// Returns true when the service has ended, false when the deadline came first; the service then still runs.
  func ends(before deadline: ContinuousClock.Instant, clock: any MonotonicClock) async -> Bool {
    let first = FirstAnswer()
    let waiter = Task {
      await task.value
      first.give(true)
    }
    let timer = Task {
      try? await clock.sleep(until: deadline)
      first.give(false)
    }
    defer {
      waiter.cancel()
      timer.cancel()
    }
    return await first.value()
  }
}

/// The first of several answers.
private final class FirstAnswer: Sendable {
  private let gate = Gate()
  private let answer = Locked<Bool?>(nil)

  func give(_ value: Bool) {
    answer.withLock { $0 = $0 ?? value }
    gate.open()
  }

  func value() async -> Bool {
    await gate.wait()
    return answer.withLock { $0 ?? false }
  }
}
