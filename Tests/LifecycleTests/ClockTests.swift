import Foundation
import Lifecycle
import Testing

@Suite("clocks")
struct ClockTests {
  @Test("a manual clock wakes a sleeper when it is moved there, and not before")
  func sleeping() async throws {
    let clock = ManualClock()
    let woken = Task { try await clock.sleep(for: .seconds(10)) }
    while clock.sleeperCount == 0 { await Task.yield() }
    clock.advance(by: .seconds(9))
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .seconds(1))
    try await woken.value
    #expect(clock.sleeperCount == 0)
  }

  @Test("a cancelled sleeper wakes with an error")
  func cancelling() async {
    let clock = ManualClock()
    let woken = Task { try await clock.sleep(for: .seconds(10)) }
    woken.cancel()
    await #expect(throws: CancellationError.self) { try await woken.value }
    #expect(clock.sleeperCount == 0)
  }

  @Test("the time of day can go back while the other scale stays")
  func steppingBack() {
    let clock = ManualClock(date: Date(timeIntervalSince1970: 1000))
    let instant: ContinuousClock.Instant = clock.now()
    clock.setDate(Date(timeIntervalSince1970: 10))
    #expect(clock.now() == Date(timeIntervalSince1970: 10))
    #expect(clock.now() == instant)
  }

  @Test("an offset clock is wrong by its offset")
  func offset() {
    let base = ManualClock(date: Date(timeIntervalSince1970: 1000))
    #expect(OffsetWallClock(base, offset: -90).now() == Date(timeIntervalSince1970: 910))
  }
}
