import PacingSimulation
import Testing

@Suite struct SimulationTests {
  @Test("under a floating limit the pace is never above it for longer than the reaction", arguments: 1...3)
  func floating(seed: UInt64) {
    var simulation = Simulation(SimulationSettings(installations: 500_000, seed: seed))
    let result = simulation.run()
    #expect(result.completed == result.installations)
    #expect(result.secondsOverLimit == 0)
    #expect(result.longestOverLimitSeconds <= 10)
    #expect(result.peakPerSecond <= 100)
    #expect(result.pauses == 0)
  }

  @Test("the same seed gives the same run")
  func isDeterministic() {
    var one = Simulation(SimulationSettings(installations: 50_000, seed: 9))
    var other = Simulation(SimulationSettings(installations: 50_000, seed: 9))
    let (left, right) = (one.run(), other.run())
    #expect(left.requests == right.requests && left.cuts == right.cuts && left.virtualDays == right.virtualDays)
  }

  @Test("a viral day and a lost registry beside the first rollout stay within the limit, and all come through")
  func incidents() {
    var settings = SimulationSettings(installations: 300_000, seed: 4)
    settings.viral = (installations: 100_000, day: 1)
    settings.loss = (installations: 50_000, day: 2)
    var simulation = Simulation(settings)
    let result = simulation.run()
    #expect(result.completed == 450_000)
    #expect(result.secondsOverLimit == 0)
    #expect(result.peakPerSecond <= 100)
  }
}
