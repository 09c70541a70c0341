import Pacing

/// A rollout on virtual time, second by second, with the controller and the budgets of production.
public struct Simulation {
  private let settings: SimulationSettings
  private var limit: FloatingLimit
  private var outages: Outages
  private var budgets: BudgetHierarchy
  private var controller: PaceController
  private var rollouts: [SimulatedRollout]
  private var held: HeldRate
  private var lastLook: Microseconds = 0
  private var watch = LimitWatch()
  private var sliding = SlidingSecond()
  /// The slots of this second, one rollout's after another's, and how many are whose.
  private var moments: [Microseconds] = []
  private var taken: [Int]
  private var tally: SimulationTally

  /// A simulation that has not begun. Virtual time begins at midnight.
  public init(_ settings: SimulationSettings) {
    self.settings = settings
    let ceiling = PaceRate(perSecond: settings.highestLimit)
    limit = FloatingLimit(low: settings.lowestLimit, high: settings.highestLimit, seed: settings.seed)
    outages = Outages(replicas: settings.replicas, seed: settings.seed ^ 0xA55A)
    budgets = BudgetHierarchy(
      service: SharedBudget(rate: PaceRate(perSecond: 10_000)), team: SharedBudget(rate: ceiling),
      app: SharedBudget(rate: ceiling), line: PacedLine(rate: .zero))
    controller = PaceController(ceiling: ceiling, rate: PaceRate(perSecond: settings.lowestLimit / 2), at: 0)
    held = HeldRate(rate: controller.rate, decided: 0)
    rollouts = Self.rollouts(settings, ceiling: ceiling)
    taken = Array(repeating: 0, count: rollouts.count)
    moments.reserveCapacity(1024)
    tally = SimulationTally(installations: rollouts.reduce(0) { $0 + $1.population.size })
  }

  private static func rollouts(_ settings: SimulationSettings, ceiling: PaceRate) -> [SimulatedRollout] {
    var all = [
      SimulatedRollout(
        kind: .first, population: settings.installations, habits: settings.habits, ceiling: ceiling, beginsAt: 0)
    ]
    if let viral = settings.viral {
      let daily = [OpeningHabit(everyDays: 1, part: 1)]
      all.append(
        SimulatedRollout(
          kind: .surge, population: viral.installations, habits: daily, ceiling: ceiling,
          beginsAt: Int64(viral.day) * 86_400))
    }
    if let loss = settings.loss {
      all.append(
        SimulatedRollout(
          kind: .recovery, population: loss.installations, habits: settings.habits, ceiling: ceiling,
          beginsAt: Int64(loss.day) * 86_400))
    }
    return all
  }

  /// Runs until everybody is in, and says what happened.
  public mutating func run() -> SimulationResult {
    var second: Int64 = 0
    let end = Int64(settings.longestDays) * 86_400
    while second < end, rollouts.contains(where: { !$0.isDone }) {
      if second % 900 == 0 { enter(quarter: second / 900) }
      step(second: second)
      second += 1
    }
    let slowest = rollouts.map { Double($0.beginsAt) / 86_400 + Double($0.population.slowestHabit) }.max() ?? 0
    return tally.result(
      slowestOpening: slowest, seconds: second, completed: rollouts.reduce(0) { $0 + $1.population.admitted },
      watch: watch, peak: sliding.peak, failures: outages.replicaFailures)
  }

  private mutating func enter(quarter: Int64) {
    for index in rollouts.indices { rollouts[index].enter(quarter: quarter) }
  }

  private mutating func step(second: Int64) {
    let now = second * .second
    let permitted = limit.next(second: second)
    for index in rollouts.indices { rollouts[index].reports.pass(second: second) }
    if outages.hasController(second: second) { control(second: second, now: now) }
    let pace = held.inForce(at: now)
    if outages.hasDatabase(second: second) { grant(pace: pace, second: second, now: now) }
    settle(permitted: permitted, second: second)
    tally.saw(second: second, limit: permitted, pace: pace, share: rollouts[0].progress.share)
  }

  /// The leader's work of one second: measure, judge, move the pace and the ramps.
  private mutating func control(second: Int64, now: Microseconds) {
    var sum = PaceMeasurement(span: now - lastLook, somebodyWaits: false)
    lastLook = now
    for index in rollouts.indices where rollouts[index].isActive(at: second) {
      let measurement = rollouts[index].measure()
      sum.granted += measurement.granted
      sum.throttled += measurement.throttled
      sum.somebodyWaits = sum.somebodyWaits || measurement.somebodyWaits
      let verdict = rollouts[index].health.judge(measurement)
      rollouts[index].advance(verdict: verdict)
    }
    let decision = controller.evaluate(sum, at: now)
    tally.decided(decision)
    held = HeldRate(rate: controller.rate, decided: now)
  }

  /// The replicas take slots for whoever waits with them, each rollout within its part of the pace.
  private mutating func grant(pace: PaceRate, second: Int64, now: Microseconds) {
    if budgets.team.rate != pace { budgets.team.rate = pace }
    let active = rollouts.indices.filter { rollouts[$0].isActive(at: second) }
    let rates = RateDivision.divide(pace, among: active.map { rollouts[$0].claim })
    for (index, rate) in zip(active, rates) where rollouts[index].demand > 0 {
      budgets.line = rollouts[index].line
      if budgets.line.rate != rate { budgets.line.rate = rate }
      take(for: index, second: second, now: now)
      rollouts[index].line = budgets.line
    }
  }

  private mutating func take(for index: Int, second: Int64, now: Microseconds) {
    var left = rollouts[index].demand
    let each = max(1, Int(budgets.line.rate.perSecond) / settings.replicas + 1)
    for turn in 0..<settings.replicas {
      let replica = (turn + Int(second)) % settings.replicas
      let condition = outages.condition(of: replica, second: second)
      guard condition != .isAway, left > 0 else { continue }
      let before = moments.count
      budgets.take(min(each, left), now: now, lookahead: .second - 1, into: &moments)
      left -= moments.count - before
      // What a replica held when it died is lost budget: the slots are spent and nobody calls.
      if condition == .fails { moments.removeLast(moments.count - before) }
      taken[index] += moments.count - before
    }
  }

  /// Apple takes what its limit allows; the rest reaches the app as `serverUnavailable`.
  private mutating func settle(permitted: Int, second: Int64) {
    let requests = moments.count
    watch.saw(requests, limit: permitted)
    let refused = max(0, requests - permitted)
    var asking = 0.0
    var left = (refused: max(0, requests - permitted), requests: requests)
    for index in rollouts.indices where rollouts[index].isActive(at: second) {
      asking += rollouts[index].asking
      // In proportion, and none is lost in rounding: the controller lives by single reports.
      let throttled =
        left.requests == 0 ? 0 : (left.refused * taken[index] + left.requests / 2) / left.requests
      left = (left.refused - throttled, left.requests - taken[index])
      rollouts[index].settle(served: taken[index] - throttled, throttled: throttled, second: second)
      taken[index] = 0
    }
    tally.settled(requests: requests, served: requests - refused, limit: permitted, asking: asking)
    sliding.add(&moments, sorted: rollouts.count == 1)
    moments.removeAll(keepingCapacity: true)
  }
}
