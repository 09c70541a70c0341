import Foundation
import Pacing
import Postgres

/// The controller's work for one tenant, one evaluation at a time: measure, judge, move the pace of each team within its
/// budget, divide it among the team's rollouts, and let ramps advance.
///
/// Its state is only memory of the last seconds: a new leader begins again with what the database says is in force and
/// what it has counted.
struct RolloutController {
  private struct Totals {
    let granted: Int64
    let registered: Int64
    let refused: Int64
    let noShows: Int64
    let throttled: Int64
    let at: Microseconds

    /// All that happened so far, as one measurement.
    var past: PaceMeasurement {
      PaceMeasurement(
        span: 0, granted: Int(granted), throttled: Int(throttled), registered: Int(registered), refused: Int(refused),
        noShows: Int(noShows))
    }
  }

  private struct Watch {
    var totals: Totals?
    var health = RolloutHealth()
    /// Healthy time in a step that is not written down yet.
    var unwritten = (step: 0, time: Microseconds(0))
  }

  private let tenant: Int64
  private let store: RolloutStore
  private var watches: [Int64: Watch] = [:]
  private var teams: [String: PaceController] = [:]
  private static let audit = RolloutAudit(by: "controller", reason: nil)
  /// Soak time is written down this often; a new leader begins again at what is written, so that a step takes longer by
  /// no more than this. Each second would fill the history with what nobody reads.
  private static let soakInterval: Microseconds = 30 * .second

  init(tenant: Int64, store: RolloutStore) {
    self.tenant = tenant
    self.store = store
  }

  /// One evaluation.
  mutating func evaluate() async throws {
    let records = try await store.live(tenant: tenant)
    for (team, records) in Dictionary(grouping: records, by: \.team) {
      try await evaluate(team: team, records)
    }
    watches = watches.filter { id, _ in records.contains { $0.id == id } }
  }

  private mutating func evaluate(team: String, _ records: [RolloutRecord]) async throws {
    var measured: [(record: RolloutRecord, measurement: PaceMeasurement?, waiting: Int64)] = []
    var now: Microseconds = 0
    for record in records {
      let (totals, waiting, latency) = try await sweep(record)
      now = max(now, totals.at)
      let measurement = measure(record, totals, waiting: waiting, latency: latency)
      measured.append((record, measurement, waiting))
    }
    let decision = judge(team: team, measured.map(\.measurement), records, at: now)
    let pace = teams[team]?.rate ?? .zero
    let rates = RateDivision.divide(pace, among: measured.map { Self.claim($0.record, waiting: $0.waiting) })
    for (entry, rate) in zip(measured, rates) {
      try await settle(entry.record, entry.measurement, pace: rate, decision: decision, at: now)
    }
  }

  private func sweep(_ record: RolloutRecord) async throws -> (Totals, waiting: Int64, latency: Double?) {
    let row = try await store.sweep(tenant: tenant, rollout: record.id)
    let totals = Totals(
      granted: try row.decode("granted"), registered: try row.decode("registered"), refused: try row.decode("refused"),
      noShows: try row.decode("no_shows"), throttled: try row.decode("throttled"), at: try row.decode("clock"))
    return (totals, try row.decode("waiting"), try row.decodeIfPresent("latency_seconds"))
  }

  /// What happened since the last look; nil at the first, which only recalls what happened before.
  private mutating func measure(
    _ record: RolloutRecord, _ now: Totals, waiting: Int64, latency: Double?
  ) -> PaceMeasurement? {
    defer { watches[record.id, default: Watch()].totals = now }
    guard let last = watches[record.id]?.totals else {
      watches[record.id, default: Watch()].health.recall(now.past)
      return nil
    }
    guard now.at > last.at else { return nil }
    return PaceMeasurement(
      span: now.at - last.at, granted: Int(max(0, now.granted - last.granted)),
      throttled: Int(max(0, now.throttled - last.throttled)), registered: Int(max(0, now.registered - last.registered)),
      refused: Int(max(0, now.refused - last.refused)), noShows: Int(max(0, now.noShows - last.noShows)),
      latencySeconds: latency, somebodyWaits: waiting > 0)
  }

  private mutating func judge(
    team: String, _ measurements: [PaceMeasurement?], _ records: [RolloutRecord], at now: Microseconds
  ) -> ControllerDecision {
    let budget = records.map(\.hardLimit).max() ?? .appleGuidance
    let inForce = PaceRate(milli: records.map(\.rollout.pace.milli).max() ?? budget.milli)
    var controller = teams[team] ?? PaceController(ceiling: budget, rate: inForce, at: now)
    defer { teams[team] = controller }
    let asked = records.map(\.rollout.ceiling.milli).reduce(0, +)
    controller.setCeiling(min(budget, PaceRate(milli: asked)))
    guard !measurements.contains(where: { $0 == nil }) else { return controller.evaluate(nil, at: now) }
    var sum = PaceMeasurement(span: 0, somebodyWaits: false)
    for measurement in measurements.compactMap({ $0 }) {
      sum.span = max(sum.span, measurement.span)
      sum.granted += measurement.granted
      sum.throttled += measurement.throttled
      sum.latencySeconds = [sum.latencySeconds, measurement.latencySeconds].compactMap { $0 }.max()
      sum.somebodyWaits = sum.somebodyWaits || measurement.somebodyWaits
    }
    return controller.evaluate(sum, at: now)
  }

  private static func claim(_ record: RolloutRecord, waiting: Int64) -> RateDivision.Claim {
    let wanted = waiting > 0 ? record.rollout.ceiling : .zero
    return RateDivision.Claim(kind: record.rollout.definition.kind, ceiling: record.rollout.ceiling, wanted: wanted)
  }

  private mutating func settle(
    _ record: RolloutRecord, _ measurement: PaceMeasurement?, pace: PaceRate, decision: ControllerDecision,
    at now: Microseconds
  ) async throws {
    let verdict = watches[record.id, default: Watch()].health.judge(measurement)
    let events = events(record, verdict, decision, pace: pace, span: measurement?.span ?? 0, at: now)
    do {
      if events.isEmpty {
        try await store.keepPace(tenant: tenant, record, pace: pace, decision: decision.name)
      } else {
        _ = try await store.change(
          tenant: tenant, record, events: events, granted: pace, decision: decision.name, audit: Self.audit)
      }
    } catch let refusal as Refusal where refusal == .rolloutChanged {
      // On-call was quicker: the next evaluation sees what they decided.
    }
  }

  private mutating func events(
    _ record: RolloutRecord, _ verdict: HealthVerdict, _ decision: ControllerDecision, pace: PaceRate,
    span: Microseconds, at now: Microseconds
  ) -> [RolloutEvent] {
    guard record.rollout.state == .running else { return [] }
    if case .breach(let reason) = verdict { return [.paused(reason: reason.rawValue)] }
    if case .pause(let reason) = decision { return [.paused(reason: reason.rawValue)] }
    var events: [RolloutEvent] = []
    if case .lower = decision { events.append(.paceChanged(pace, decision: decision.name)) }
    let definition = record.rollout.definition
    if definition.ramp.isOpen(at: now), span > 0, verdict.letsAdvance(definition.ramp.shape),
      let progress = grown(record, by: span)
    {
      events.append(.shareGrew(progress))
    }
    if let population = definition.population, record.rollout.share == .all, record.registered >= population {
      events.append(.completed)
    }
    return events
  }

  /// How far the ramp has come with the time that has passed; nil while there is nothing to write down.
  private mutating func grown(_ record: RolloutRecord, by span: Microseconds) -> RampProgress? {
    let before = record.rollout.progress
    let shape = record.rollout.definition.ramp.shape
    guard shape != .everybody, before.share != .all, !before.waitsForPerson else { return nil }
    let kept = watches[record.id, default: Watch()].unwritten
    let unwritten = kept.step == before.step ? kept.time : 0
    var progress = before
    // A ramp without steps grows by the time in which demand is short, and by no other.
    progress.advance(by: unwritten, shape: shape, demandIsShort: false)
    progress.advance(by: span, shape: shape, demandIsShort: record.waiting == 0)
    let isWritten =
      progress.share != before.share || progress.waitsForPerson || unwritten + span >= Self.soakInterval
    watches[record.id, default: Watch()].unwritten = (before.step, isWritten ? 0 : unwritten + span)
    return isWritten ? progress : nil
  }
}
