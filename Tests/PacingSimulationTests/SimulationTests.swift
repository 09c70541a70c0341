import PacingSimulation
import Testing

@Suite struct SimulationTests {
  @Test("two million installations under a floating limit: never longer above it than the reaction", arguments: 1...3)
  func floating(seed: UInt64) {
    var simulation = Simulation(SimulationSettings(installations: 2_000_000, seed: seed))
    let result = simulation.run()
    #expect(result.completed == result.installations)
    #expect(result.secondsOverLimit == 0)
    #expect(result.longestOverLimitSeconds <= 10)
    #expect(result.peakPerSecond <= 100)
    #expect(result.permittedUsed >= 0.95)
    #expect(result.pauses == 0)
  }

  @Test("the same seed gives the same run")
  func isDeterministic() {
    var one = Simulation(SimulationSettings(installations: 300_000, seed: 9))
    var other = Simulation(SimulationSettings(installations: 300_000, seed: 9))
    let (left, right) = (one.run(), other.run())
    #expect(left.requests == right.requests && left.cuts == right.cuts && left.virtualDays == right.virtualDays)
  }

  @Test("a viral day and a lost registry beside the first rollout stay within the limit, and all come through")
  func incidents() {
    var settings = SimulationSettings(installations: 3_000_000, seed: 4)
    settings.viral = (installations: 1_000_000, day: 1)
    settings.loss = (installations: 500_000, day: 2)
    var simulation = Simulation(settings)
    let result = simulation.run()
    #expect(result.completed == 4_500_000)
    #expect(result.secondsOverLimit == 0)
    #expect(result.peakPerSecond <= 100)
  }
}
