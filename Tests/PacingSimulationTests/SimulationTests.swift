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

  @Test("each of several rollouts learns of its throttled calls, however few in a second")
  func sharedThrottling() {
    var settings = SimulationSettings(installations: 600_000)
    settings.viral = (installations: 300_000, day: 0)
    settings.loss = (installations: 200_000, day: 0)
    settings.longestDays = 1
    var simulation = Simulation(settings)
    let result = simulation.run()
    #expect(result.longestOverLimitSeconds <= 10)
    #expect(result.secondsOverLimit == 0)
  }

  @Test("nobody is quicker than the bound, however few there are", arguments: [Int64(40), 1_000, 50_000])
  func bound(installations: Int64) {
    var simulation = Simulation(SimulationSettings(installations: installations))
    let result = simulation.run()
    #expect(result.completed == installations)
    #expect(result.virtualDays > result.physicalBoundDays * 0.95)
  }

  @Test("whoever loses a key later has the bound of that day")
  func laterBound() {
    var settings = SimulationSettings(installations: 1_000)
    settings.loss = (installations: 500, day: 1)
    var simulation = Simulation(settings)
    #expect(simulation.run().physicalBoundDays == 4)
  }

  @Test("the picture of a run shows all its lines, also of one that ends within the hour", arguments: [2, 30_000])
  func picture(installations: Int64) throws {
    var settings = SimulationSettings(installations: installations)
    settings.habits = [OpeningHabit(everyDays: 1, part: 1)]
    var simulation = Simulation(settings)
    let svg = String(decoding: simulation.run().svg(), as: UTF8.self)
    let lines = svg.split(separator: "<polyline points=\"").dropFirst()
    #expect(lines.count == 5)
    for line in lines {
      let points = try #require(line.split(separator: "\"").first)
      #expect(points.split(separator: " ").count >= 2 && !points.contains("nan") && !points.contains("inf"))
    }
  }
}
