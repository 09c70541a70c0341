import AttestationService
import Pacing
import Testing

@Suite struct DatabaseClockTests {
  @Test("the quickest answer decides, however many slow ones come after it")
  func quickest() {
    let clock = DatabaseClock(skew: -2_000_000)
    let begin = clock.local()
    clock.learn(5_000_000_500, asked: begin, answered: begin + 1_000)
    for _ in 0..<100 { clock.learn(5_000_060_000, asked: begin, answered: begin + 80_000) }
    let (before, now, after) = (clock.local(), clock.now() ?? 0, clock.local())
    #expect(now - 5_000_000_000 >= before - begin && now - 5_000_000_000 <= after - begin)
  }

  @Test("a clock that was set, or that of another database, is believed at once")
  func set() {
    let clock = DatabaseClock()
    let begin = clock.local()
    clock.learn(5_000_000_500, asked: begin, answered: begin + 1_000)
    clock.learn(4_000_010_000, asked: begin, answered: begin + 20_000)
    let now = clock.now() ?? 0
    #expect(now < 4_500_000_000)
  }
}
