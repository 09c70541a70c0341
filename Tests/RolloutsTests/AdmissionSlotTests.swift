import Locking
import Pacing
import Testing

@testable import AttestationService

@Suite struct AdmissionSlotTests {
  @Test("an answer in time uses its slot; a late one gives it back", arguments: [-1_000_000, 0, 1_000_000])
  func lateness(late: Microseconds) {
    let clock = DatabaseClock()
    let begin = clock.local()
    clock.learn(5_000_000_000, asked: begin, answered: begin)
    let givenBack = Locked(0)
    let moment = 5_000_000_000 + (clock.local() - begin) - late
    let slot = AdmissionSlot(moment: moment, clock: clock) { givenBack.withLock { $0 += 1 } }
    let isMet = slot.isMet()
    // Whether the processor was kept for ten milliseconds between two lines of this test is not this test's affair.
    if late != 0 { #expect(isMet == (late < 0)) }
    #expect(givenBack.withLock { $0 } == (isMet ? 0 : 1))
  }

  @Test("without a clock no answer goes out")
  func noClock() {
    let givenBack = Locked(0)
    #expect(!AdmissionSlot(moment: 0, clock: DatabaseClock()) { givenBack.withLock { $0 += 1 } }.isMet())
    #expect(givenBack.withLock { $0 } == 1)
  }
}
