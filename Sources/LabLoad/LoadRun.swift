import AppleLab
import Foundation

/// One measured run against a service.
public struct LoadRun: Sendable {
  /// What the connections do.
  public enum Mode: String, Sendable, CaseIterable {
    /// Assertions only: challenges are collected and everything is signed before the clock starts.
    case assert
    /// A challenge and an assertion, both while the clock runs.
    case pairs
    /// Questions of installations that may not attest yet; `keys` says how many installations ask.
    case admissions
  }

  /// Where the load goes.
  public var target: ServiceTarget
  /// The keys that are registered there.
  public var keys: LoadKeys
  /// What the connections do.
  public var mode: Mode
  /// How many connections are open at once; not more than there are keys.
  public var connections: Int
  /// How long the clock runs.
  public var seconds: Double
  /// Assertions a second to be prepared for, in mode `assert`.
  public var expectedPerSecond: Int
  /// Pairs a second in mode `pairs`; nil for as fast as the answers come.
  public var perSecond: Int?
  /// Where the accepted assertions are listed, as lines `key index,counter`; nil for nowhere.
  public var acceptedFile: String?

  /// A run.
  public init(
    target: ServiceTarget, keys: LoadKeys, mode: Mode, connections: Int, seconds: Double, expectedPerSecond: Int,
    perSecond: Int? = nil, acceptedFile: String? = nil
  ) {
    self.target = target
    self.keys = keys
    self.mode = mode
    self.connections = min(connections, keys.count)
    self.seconds = seconds
    self.expectedPerSecond = expectedPerSecond
    self.perSecond = perSecond
    self.acceptedFile = acceptedFile
  }

  /// Prepares, runs, and reports. `clockStarts` is called between preparation and load, for those who measure the server.
  public func run(clockStarts: () -> Void = {}) throws -> LoadReport {
    let engine = try LoadEngine(host: target.host, port: target.port, connections: connections)
    return switch mode {
    case .assert: try runAssert(engine, clockStarts)
    case .pairs: try runPairs(engine, clockStarts)
    case .admissions: try runQuestions(engine, clockStarts)
    }
  }

  private func runAssert(_ engine: LoadEngine, _ clockStarts: () -> Void) throws -> LoadReport {
    let plans = plans()
    let issue = ChallengeWork(target: target, plans: plans, lifetimeSeconds: 600)
    try engine.run(issue)
    let prepared = try PreparedAssertions.make(
      target: target, keys: keys, plans: plans, challenges: try issue.finish(),
      counterBase: CounterBase.current(at: Date()))
    engine.rearm()
    clockStarts()
    let clock = RunClock()
    let work = AssertWork(prepared: prepared, startedAt: clock.startedAt)
    try engine.run(work, untilMicroseconds: clock.deadline(after: seconds))
    return try report(clock, work.recorder, work.accepted, engine, starved: work.starved)
  }

  private func runPairs(_ engine: LoadEngine, _ clockStarts: () -> Void) throws -> LoadReport {
    let signer = AssertionSigner(target: target, keys: keys, counterBase: CounterBase.current(at: Date()))
    try signer.prepare(signatures: Int(Double(expectedPerSecond) * seconds))
    clockStarts()
    let clock = RunClock()
    let work = PairsWork(
      target: target, signer: signer, keyCount: keys.count, connections: connections, startedAt: clock.startedAt,
      perSecond: perSecond)
    try engine.run(work, untilMicroseconds: clock.deadline(after: seconds))
    return try report(clock, work.recorder, work.accepted, engine, starved: 0)
  }

  private func runQuestions(_ engine: LoadEngine, _ clockStarts: () -> Void) throws -> LoadReport {
    clockStarts()
    let clock = RunClock()
    let work = QuestionsWork(
      target: target, name: keys.seed, installations: keys.count, connections: connections,
      startedAt: clock.startedAt, perSecond: perSecond)
    try engine.run(work, untilMicroseconds: clock.deadline(after: seconds))
    return try report(clock, work.recorder, AcceptedLog(), engine, starved: 0)
  }

  /// For each connection the keys it uses, one for each assertion.
  private func plans() -> [[Int]] {
    let needed = Int((Double(expectedPerSecond) * seconds / Double(connections)).rounded(.up)) + 1
    let schedule = KeySchedule(keys: keys.count, connections: connections)
    return (0..<connections).map { connection in
      (0..<needed).map { schedule.key(connection: connection, turn: $0) }
    }
  }

  private func report(
    _ clock: RunClock, _ recorder: LoadRecorder, _ accepted: AcceptedLog, _ engine: LoadEngine, starved: Int
  ) throws -> LoadReport {
    let elapsed = clock.elapsedSeconds()
    let whole = recorder.whole
    let report = LoadReport(
      mode: mode.rawValue, connections: connections, durationSeconds: elapsed, accepted: recorder.accepted,
      acceptedPerSecond: Double(recorder.accepted) / elapsed, refused: recorder.refused, errors: recorder.errors,
      unanswered: engine.unanswered, starvedConnections: starved, p50Ms: whole.milliseconds(atQuantile: 0.5),
      p99Ms: whole.milliseconds(atQuantile: 0.99),
      worstSecondP99Ms: recorder.seconds.map { $0.milliseconds(atQuantile: 0.99) }.max() ?? 0,
      maximumMs: Double(whole.maximumMicroseconds) / 1000,
      generatorMicrosecondsPerAccepted: Double(clock.processorMicroseconds()) / Double(max(1, recorder.accepted)))
    if let acceptedFile {
      let lines = accepted.entries.map { "\($0.keyIndex),\($0.counter)\n" }.joined()
      try Data(lines.utf8).write(to: URL(fileURLWithPath: acceptedFile))
    }
    return report
  }
}
