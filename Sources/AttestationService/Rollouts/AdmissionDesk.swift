import Foundation
import Locking
import Pacing

/// Answers "may I attest?".
///
/// The share decides who belongs, the budgets decide when. Who can be let in within the next second or two is held open
/// until the very moment; everybody else is told when to come back, nothing but a near moment is written for them, and
/// whoever asks again before it is answered from memory.
public final class AdmissionDesk: Sendable {
  private let board: RolloutBoard
  private let pacer: AdmissionPacer
  private let asker: Batcher<AdmissionWork>
  private let issuer: ChallengeIssuer
  private let clock: DatabaseClock
  private let told = ToldWaits()

  init(
    board: RolloutBoard, pacer: AdmissionPacer, asker: Batcher<AdmissionWork>, issuer: ChallengeIssuer,
    clock: DatabaseClock
  ) {
    self.board = board
    self.pacer = pacer
    self.asker = asker
    self.issuer = issuer
    self.clock = clock
  }

  /// Answers now or when the installation's slot has come.
  public func ask(
    _ question: AdmissionQuestion, _ completion: @escaping @Sendable (Result<AdmissionDecision, Refusal>) -> Void
  ) {
    if let board = board.board(of: question.tenant) { return ask(question, board, completion) }
    Task {
      do { ask(question, try await board.load(tenant: question.tenant), completion) } catch {
        completion(.failure(StorageFault.refusal(for: error) ?? .internalFault))
      }
    }
  }

  private func ask(
    _ question: AdmissionQuestion, _ board: TenantBoard,
    _ completion: @escaping @Sendable (Result<AdmissionDecision, Refusal>) -> Void
  ) {
    let key = InstallationKey(identifier: question.installation)
    if let wait = waitTold(to: question, key, board) { return completion(.success(.wait(seconds: wait))) }
    submit(question, key, board, rollout: rolloutOfMoment(question, key, board), completion)
  }

  /// The rest of the wait that the installation was told; nil when the database is to be asked.
  private func waitTold(to question: AdmissionQuestion, _ key: InstallationKey, _ board: TenantBoard) -> Double? {
    guard question.report.isEmpty, let now = clock.now(),
      let said = told.answer(app: question.app.app, key: key, generation: board.generation, now: now)
    else { return nil }
    if let place = said.place { pacer.turnAway(from: place, now: now) }
    return Microseconds(said.until - now).inSeconds
  }

  /// Says when to come back, and remembers it.
  private func tellToWait(
    _ seconds: Double, _ question: AdmissionQuestion, _ key: InstallationKey, _ board: TenantBoard,
    place: AdmissionPacer.Place? = nil, now: Microseconds
  ) -> AdmissionDecision {
    let said = ToldWaits.Told(until: now + .seconds(seconds), place: place, generation: board.generation)
    told.remember(said, app: question.app.app, key: key)
    return .wait(seconds: seconds)
  }

  private func submit(
    _ question: AdmissionQuestion, _ key: InstallationKey, _ board: TenantBoard, rollout: Int64?,
    _ completion: @escaping @Sendable (Result<AdmissionDecision, Refusal>) -> Void
  ) {
    asker.submit(
      AdmissionRow(question: question, key: key, rollout: rollout) { [self] result in
        switch result {
        case .failure(let refusal): completion(.failure(refusal))
        case .success(let standing):
          decide(question, key, board, standing, askedForMoment: rollout != nil, completion)
        }
      })
  }

  /// The rollout that gives a newcomer its moment, when nobody new can be held open.
  private func rolloutOfMoment(_ question: AdmissionQuestion, _ key: InstallationKey, _ board: TenantBoard) -> Int64? {
    guard question.isSupported, !board.isFrozen, let now = clock.now(),
      let rollout = newcomers(board, app: question.app.app, key: key, at: now)
    else { return nil }
    let place = AdmissionPacer.Place(tenant: question.tenant, rollout: rollout.id)
    let part = AdmissionLot.part(of: rollout.pace, replicas: board.replicas)
    let hasRoom = pacer.lots.withLock { $0[place, default: AdmissionLot()].hasRoomForNewcomer(part: part) }
    return hasRoom ? nil : rollout.id
  }

  /// The rollout that a newcomer belongs to: the first rollout's share decides while it runs, afterwards the surge.
  private func newcomers(_ board: TenantBoard, app: Int64, key: InstallationKey, at now: Microseconds)
    -> RolloutInForce?
  {
    let standing = board.rollouts(of: app)
    let surge = standing.first { $0.kind == .surge && $0.isOpen(at: now) }
    guard let first = standing.first(where: { $0.kind == .first && $0.rollout.state != .draft }) else { return surge }
    if first.rollout.state == .completed, let surge { return surge }
    guard first.isOpen(at: now), first.membership.contains(key.bytes, share: first.rollout.share) else { return nil }
    return first
  }

  private func recovery(
    _ board: TenantBoard, app: Int64, _ cause: RecoveryTarget.Cause, _ standing: AdmissionStanding, key: InstallationKey
  ) -> RolloutInForce? {
    board.rollouts(of: app).first { rollout in
      guard rollout.kind == .recovery, let target = rollout.target, target.cause == cause else { return false }
      return target.means(registeredAt: standing.registeredAt, listed: standing.listed.contains(rollout.id))
        && rollout.membership.contains(key.bytes, share: rollout.rollout.share)
    }
  }

  private func decide(
    _ question: AdmissionQuestion, _ key: InstallationKey, _ board: TenantBoard, _ standing: AdmissionStanding,
    askedForMoment: Bool, _ completion: @escaping @Sendable (Result<AdmissionDecision, Refusal>) -> Void
  ) {
    guard question.isSupported else { return completion(.success(.off)) }
    guard let now = clock.now() else { return completion(.success(.wait(seconds: 2))) }
    let rollout: RolloutInForce?
    switch standing.standing {
    case .registered: return completion(.success(.registered))
    case .receiptLost:
      rollout = recovery(board, app: question.app.app, .receiptsLost, standing, key: key)
      if rollout == nil { return completion(.success(.registered)) }
    case .keyLost: rollout = recovery(board, app: question.app.app, .keysLost, standing, key: key)
    case .admitted: rollout = board.rollouts.first { $0.id == standing.rollout }
    case .unknown, .waits: rollout = newcomers(board, app: question.app.app, key: key, at: now)
    }
    guard let rollout, !board.isFrozen, rollout.isOpen(at: now) else {
      return completion(.success(notNow(question, key, board, lost: standing.standing == .keyLost, now: now)))
    }
    pace(question, key, board, rollout, standing, now: now, askedForMoment: askedForMoment, completion)
  }

  /// Nobody is let in now: off where nothing is planned, otherwise when it may be worth asking again.
  private func notNow(
    _ question: AdmissionQuestion, _ key: InstallationKey, _ board: TenantBoard, lost: Bool, now: Microseconds
  ) -> AdmissionDecision {
    let planned = board.rollouts(of: question.app.app).filter { $0.rollout.state != .draft }
    if planned.isEmpty, !lost { return .off }
    // What a person has stopped may go on at any moment.
    var seconds = board.isFrozen || planned.contains { $0.rollout.state == .paused } ? 20.0 : 60
    if let growing = planned.first(where: { $0.kind == (lost ? .recovery : .first) && $0.rollout.state == .running }) {
      seconds = growing.secondsUntilMember(growing.membership.position(of: key.bytes))
    }
    return tellToWait(seconds * Double.random(in: 0.8...1.2), question, key, board, now: now)
  }

  private func pace(
    _ question: AdmissionQuestion, _ key: InstallationKey, _ board: TenantBoard, _ rollout: RolloutInForce,
    _ standing: AdmissionStanding, now: Microseconds, askedForMoment: Bool,
    _ completion: @escaping @Sendable (Result<AdmissionDecision, Refusal>) -> Void
  ) {
    let place = AdmissionPacer.Place(tenant: question.tenant, rollout: rollout.id)
    let part = AdmissionLot.part(of: rollout.pace, replicas: board.replicas)
    let wait = pacer.lots.withLock { lots -> Double? in
      var lot = lots[place, default: AdmissionLot()]
      defer { lots[place] = lot }
      if let due = standing.due, due > now + AdmissionLot.early {
        lot.turnAway(now: now)
        return Microseconds(due - now).inSeconds
      }
      let hasPlace = standing.due != nil || standing.standing != .unknown
      if hasPlace ? lot.hasRoomForDue(part: part) : lot.hasRoomForNewcomer(part: part) {
        lot.entering += 1
        return nil
      }
      lot.turnAway(now: now)
      // Others were quicker to the place that was free when it asked: it gets a moment instead.
      if !hasPlace, !askedForMoment { return -1 }
      if hasPlace { return lot.backlogSeconds(part: part) * Double.random(in: 0.5...1) + 0.2 }
      return AdmissionLot.secondsWithoutMoment()
    }
    if let wait, wait < 0 { return submit(question, key, board, rollout: rollout.id, completion) }
    if let wait {
      return completion(.success(tellToWait(wait, question, key, board, place: place, now: now)))
    }
    enter(question, key, place, completion)
  }

  /// Gets a challenge and holds the request open.
  private func enter(
    _ question: AdmissionQuestion, _ key: InstallationKey, _ place: AdmissionPacer.Place,
    _ completion: @escaping @Sendable (Result<AdmissionDecision, Refusal>) -> Void
  ) {
    let request = ChallengeRequest(
      tenant: question.tenant, app: question.app, purpose: .attestation, account: question.boundAccount, operation: "",
      deadline: question.deadline)
    issuer.issue(request) { [self] result in
      pacer.lots.withLock { $0[place]?.entering -= 1 }
      switch result {
      case .failure(let refusal): completion(.failure(refusal))
      case .success(let challenge):
        pacer.park(
          ParkedInstallation(
            question: question, key: key, parkedAt: .now, completion: completion, challenge: challenge.bytes,
            expiresAt: challenge.expiresAt), at: place)
      }
    }
  }
}
