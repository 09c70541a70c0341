import AppAttest
import AttestationService
import Foundation
import JobQueue
import Locking
import ReceiptRefresh
import Telemetry

/// Refreshes claimed receipts: loads them, asks Apple as the governor allows, decides, stores.
final class ReceiptRefresher: Sendable {
  struct Parts: Sendable {
    var queue: JobQueue
    var store: ReceiptRefreshStore
    var teamKeys: TeamKeyStore
    var keys: TeamKeyCache
    var apple: AppleReceiptClient
    var reader: AnswerReader
    var policy: RefreshPolicy
    var clock: DatabaseClock
    var board: PauseBoard
    var observer: RefreshObserver
  }

  /// A slot further away than this is not waited for with the lease in hand.
  private static let patience: TimeInterval = 5
  private let parts: Parts
  private let governor: Locked<RefreshGovernor>

  init(_ parts: Parts, limits: GovernorLimits) {
    self.parts = parts
    governor = Locked(RefreshGovernor(limits: limits, at: parts.clock.now))
  }

  /// Sets this process's part of the rate.
  func share(among workers: Int) {
    governor.withLock { $0.share = 1 / Double(max(1, workers)) }
  }

  /// Requests a second in total that are allowed at the moment.
  var allowedPerSecond: Double {
    governor.withLock { $0.share * $0.totalPerSecond(at: parts.clock.now) }
  }

  /// Works through the jobs of one tenant.
  func refresh(tenant: Int64, _ jobs: [LeasedJob]) async throws {
    let works = try await parts.store.load(tenant: tenant, keys: jobs.map(\.subject))
    var endings: [(job: LeasedJob, outcome: JobOutcome)] = []
    var results: [ReceiptResult] = []
    await withTaskGroup(of: (LeasedJob, RefreshOutcome).self) { group in
      for job in jobs { group.addTask { (job, await self.outcome(job, works[job.subject])) } }
      for await (job, outcome) in group {
        switch outcome {
        case .result(let result): results.append(result)
        case .snooze(let until): endings.append((job, .snooze(until: until)))
        case .gone: endings.append((job, .complete))
        }
      }
    }
    let write = PatientWrite(logger: parts.observer.logger)
    let written = try await write { [parts, results] in try await parts.store.store(tenant: tenant, results) }
    parts.observer.wrote(written.count, of: results.count)
    _ = try await write { [parts, endings] in try await parts.queue.finish(endings) }
  }

  private func outcome(_ job: LeasedJob, _ work: ReceiptWork?) async -> RefreshOutcome {
    guard let work, !work.isRevoked else { return .gone }
    let now = parts.clock.now
    if now >= work.standing.expiresAt {
      let ended = parts.policy.expire(work.standing)
      return .result(ReceiptResult(epoch: job.epoch, decision: ended, answer: "expired"))
    }
    // Apple is never asked before field 19, whoever made the job due.
    if let opens = work.standing.notBefore, now < opens { return .snooze(until: opens) }
    if parts.board.isPaused(.receipts, tenant: job.tenant) { return putOff(now.addingTimeInterval(5), "paused") }
    do {
      let key = try await parts.keys.key(tenant: job.tenant, team: work.team, at: now)
      return try await ask(job, work, key)
    } catch let error as TeamKeyError {
      parts.observer.logger.error(
        "a team's key cannot be used; nothing is sent", [.tenant: .text(String(job.tenant)), .code: .text(error.code)])
      return putOff(now.addingTimeInterval(300), error.code)
    } catch {
      return putOff(now.addingTimeInterval(30), "fault")
    }
  }

  private func ask(_ job: LeasedJob, _ work: ReceiptWork, _ key: TeamKey) async throws -> RefreshOutcome {
    let credential = "\(job.tenant)/\(key.team)/\(key.keyID)"
    let route = RefreshRoute(team: key.team, credential: credential, host: work.environment.rawValue)
    let now = parts.clock.now
    switch governor.withLock({ $0.admit(route, at: now, patience: Self.patience) }) {
    case .wait(let until, let reason):
      return putOff(
        until.addingTimeInterval(Jitter.fraction(subject: job.subject, occurrence: 1) * (reason == .rate ? 1 : 10)),
        reason.rawValue)
    case .send(let slot):
      let delay = slot.timeIntervalSince(now)
      if delay > 0 { try await Task.sleep(for: .seconds(delay)) }
    }
    if parts.board.isPaused(.receipts, tenant: job.tenant) { return putOff(now.addingTimeInterval(5), "paused") }
    let sending = parts.clock.now
    if let until = governor.withLock({ $0.forbids(route, at: sending) }) { return putOff(until, "breaker") }
    let response = try await parts.apple.ask(work, key: key, credential: credential, at: parts.clock.now)
    let arrived = parts.clock.now
    let reading = parts.reader.read(response, for: work, at: arrived)
    parts.observer.answered(reading.answer)
    let decision = parts.policy.decide(reading.answer, for: work.standing, at: arrived)
    await learn(decision, route, job.tenant, key, at: arrived)
    return .result(
      ReceiptResult(
        epoch: job.epoch, decision: decision, answer: reading.answer.label,
        receipt: decision.replacesReceipt ? reading.receipt : []))
  }

  private func learn(
    _ decision: RefreshDecision, _ route: RefreshRoute, _ tenant: Int64, _ key: TeamKey, at now: Date
  ) async {
    for change in governor.withLock({ $0.record(decision, on: route, at: now) }) {
      parts.observer.changed(change)
      let refused: Bool
      switch change {
      case .credentialOpened: refused = true
      case .credentialClosed: refused = false
      case .hostOpened, .hostClosed: continue
      }
      // The event is for the tenant; that the breaker stands does not depend on it.
      _ = try? await parts.teamKeys.mark(tenant: tenant, team: key.team, keyID: key.keyID, refused: refused)
    }
  }

  private func putOff(_ until: Date, _ reason: String) -> RefreshOutcome {
    parts.observer.putOff(reason)
    return .snooze(until: until)
  }
}
