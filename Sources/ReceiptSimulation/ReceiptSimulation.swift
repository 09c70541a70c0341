import Foundation
import ReceiptRefresh

/// Ninety days in seconds: the product's schedule, policy, pacing and breakers on a test clock, against a model of Apple.
public struct ReceiptSimulation {
  private enum Deed: Int {
    case registered, due, sent
  }

  private struct Moment: Comparable {
    var at: Date
    var deed: Deed
    var key: Int
    var plan: Int

    static func < (left: Moment, right: Moment) -> Bool { left.at < right.at }
  }

  private struct Waiting: Comparable {
    var priority: RefreshPriority
    var due: Date
    var key: Int
    var plan: Int

    static func < (left: Waiting, right: Waiting) -> Bool {
      left.priority == right.priority ? left.due < right.due : left.priority.rawValue < right.priority.rawValue
    }
  }

  private let settings: SimulationSettings
  private let policy: RefreshPolicy
  private let start = Date(timeIntervalSince1970: 1_800_000_000)
  private let end: Date
  private let fleet: Fleet
  private var random: SeededRandom
  private var apple: ModelApple
  private var governor: RefreshGovernor
  private var keys: [SimulatedKey]
  private var moments = MinimumHeap<Moment>()
  private var waiting = MinimumHeap<Waiting>()
  private var underWay = 0
  private var lastSecond = -1
  private var inSecond = 0
  private var report: SimulationReport

  /// Prepares a fleet; nothing runs yet.
  public init(_ settings: SimulationSettings, policy: RefreshPolicy = RefreshPolicy()) {
    self.settings = settings
    self.policy = policy
    end = start.addingTimeInterval(Double(settings.days) * 86_400)
    random = SeededRandom(seed: settings.seed)
    fleet = Fleet(settings, start: start, random: &random)
    apple = ModelApple(start: start, ratePerSecond: settings.ratePerSecond)
    let limits = GovernorLimits(teamPerSecond: settings.ratePerSecond / 2, totalPerSecond: settings.ratePerSecond)
    governor = RefreshGovernor(limits: limits, at: start)
    keys = fleet.attestedAt.enumerated().map { SimulatedKey(key: $0, attestedAt: $1) }
    report = SimulationReport(
      rateLimitPerSecond: settings.ratePerSecond,
      days: Array(repeating: SimulationReport.Day(), count: settings.days))
  }

  /// Runs to the end and judges every window; `progress` is called once a simulated day.
  public mutating func run(progress: (Int) -> Void = { _ in }) -> SimulationReport {
    for key in keys.indices {
      moments.insert(Moment(at: fleet.attestedAt[key], deed: .registered, key: key, plan: 0))
    }
    var sample = start
    while let moment = moments.first, moment.at < end {
      while sample <= moment.at {
        measureLateness(at: sample)
        if sample.timeIntervalSince(start).truncatingRemainder(dividingBy: 86_400) == 0 { progress(day(of: sample)) }
        sample.addTimeInterval(1_800)
      }
      _ = moments.removeFirst()
      happen(moment)
    }
    judge()
    return report
  }

  private mutating func happen(_ moment: Moment) {
    switch moment.deed {
    case .registered: register(moment.key, at: moment.at)
    case .due:
      guard keys[moment.key].plan == moment.plan else { return }
      waiting.insert(
        Waiting(priority: keys[moment.key].priority, due: keys[moment.key].due, key: moment.key, plan: moment.plan))
    case .sent: answer(moment.key, at: moment.at)
    }
    dispatch(at: moment.at)
  }

  private mutating func register(_ key: Int, at now: Date) {
    plan(key, at: policy.schedule.nextDue(for: keys[key].standing, at: now), settled: true)
    for other in fleet.keysOfDevice[fleet.deviceOfKey[key]]
    where !keys[other].isUnderWay && fleet.attestedAt[other] < now
      && policy.schedule.newKeyWakes(keys[other].standing, at: now)
    {
      keys[other].priority = .raised
      plan(other, at: policy.schedule.expedited(for: keys[other].standing, at: now), settled: true)
    }
  }

  private mutating func plan(_ key: Int, at instant: Date, settled: Bool) {
    keys[key].plan += 1
    if settled { keys[key].due = instant }
    moments.insert(Moment(at: instant, deed: .due, key: key, plan: keys[key].plan))
  }

  private mutating func dispatch(at now: Date) {
    while underWay < settings.concurrency, let next = waiting.removeFirst() {
      // One that was planned anew meanwhile waits for its new turn.
      guard keys[next.key].plan == next.plan else { continue }
      if now >= keys[next.key].standing.expiresAt {
        store(policy.expire(keys[next.key].standing), of: next.key)
        continue
      }
      switch governor.admit(route(next.key), at: now) {
      case .send(let slot):
        underWay += 1
        keys[next.key].isUnderWay = true
        keys[next.key].plan += 1
        moments.insert(Moment(at: slot, deed: .sent, key: next.key, plan: keys[next.key].plan))
      case .wait(let until, _):
        let spread = 60 * Jitter.fraction(subject: Int64(next.key), occurrence: keys[next.key].plan)
        plan(next.key, at: until.addingTimeInterval(spread), settled: false)
      }
    }
  }

  private mutating func answer(_ key: Int, at now: Date) {
    underWay -= 1
    keys[key].isUnderWay = false
    countRequest(key, at: now)
    let attestations = fleet.attestations(ofDevice: fleet.deviceOfKey[key], until: now)
    let answer = apple.answer(
      attestations: attestations, notBefore: keys[key].standing.notBefore, at: now, random: &random)
    report.answers[answer.label, default: 0] += 1
    let decision = policy.decide(answer, for: keys[key].standing, at: now)
    _ = governor.record(decision, on: route(key), at: now)
    if decision.replacesReceipt {
      keys[key].successes.append(now)
      report.days[day(of: now)].refreshed += 1
    }
    store(decision, of: key)
  }

  private mutating func store(_ decision: RefreshDecision, of key: Int) {
    if decision.standing.attestedAt != keys[key].standing.attestedAt {
      keys[key].bases.append((decision.standing.attestedAt, decision.standing.attestedAt))
    }
    keys[key].standing = decision.standing
    keys[key].priority = decision.priority
    switch decision.next {
    case .due(let instant): plan(key, at: instant, settled: true)
    case .retry(let instant): plan(key, at: instant, settled: false)
    case .never: keys[key].due = .distantFuture
    }
  }

  private mutating func countRequest(_ key: Int, at now: Date) {
    report.requests += 1
    report.days[day(of: now)].requests += 1
    if let notBefore = keys[key].standing.notBefore, now < notBefore { report.beforeNotBefore += 1 }
    let second = Int(now.timeIntervalSince(start))
    inSecond = second == lastSecond ? inSecond + 1 : 1
    lastSecond = second
    report.peakPerSecond = max(report.peakPerSecond, inSecond)
  }

  private mutating func measureLateness(at now: Date) {
    let oldest = keys.reduce(now) { min($0, $1.due) }
    let today = day(of: now)
    report.days[today].oldestDueAge = max(report.days[today].oldestDueAge, now.timeIntervalSince(oldest))
  }

  private mutating func judge() {
    let judge = WindowJudge(schedule: policy.schedule, end: end)
    for (index, key) in keys.enumerated() {
      let attestations = fleet.attestations(ofDevice: fleet.deviceOfKey[index], until: end)
      let verdict = judge.judge(bases: key.bases, attestations: attestations, successes: key.successes)
      report.refreshedInWindow += verdict.met
      report.missed += verdict.missed
    }
  }

  private func day(of instant: Date) -> Int {
    min(settings.days - 1, max(0, Int(instant.timeIntervalSince(start) / 86_400)))
  }

  private func route(_ key: Int) -> RefreshRoute {
    let team = "TEAM\(fleet.teamOfKey[key])"
    return RefreshRoute(team: team, credential: team, host: "production")
  }
}
