import Foundation
import Locking
import Pacing
import Postgres

/// Takes slots for the requests that are held open, and answers each at its slot's moment.
final class AdmissionPacer: Sendable {
  struct Place: Hashable, Sendable {
    let tenant: Int64
    let rollout: Int64
  }

  private static let beat: Duration = .milliseconds(40)
  private static let longestStay: Duration = .milliseconds(2_500)
  private static let most = 64
  let lots = Locked<[Place: AdmissionLot]>([:])
  private let pool: PostgresPool
  private let board: RolloutBoard
  private let clock: DatabaseClock
  private let releases: SlotReleases
  private let lead = Locked(SlotLead())
  private let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

  init(pool: PostgresPool, board: RolloutBoard, clock: DatabaseClock) {
    self.pool = pool
    self.board = board
    self.clock = clock
    releases = SlotReleases(clock: clock)
  }

  func start() {
    releases.start(
      SlotReleases.Missed(unreleased: { [self] in takeBack($0) }, unsent: { [self] in giveBack($0) }))
  }
  func stop() { releases.stop() }

  /// Holds a request open. Its challenge is there already.
  func park(_ installation: ParkedInstallation, at place: Place, first: Bool = false) {
    lots.withLock { lots in
      if first {
        lots[place, default: AdmissionLot()].parked.insert(installation, at: 0)
      } else {
        lots[place, default: AdmissionLot()].parked.append(installation)
      }
    }
    wake.yield()
  }

  /// A slot was missed: its installation is first in line for another, and the budget gets it back with the next call.
  private func takeBack(_ release: SlotReleases.Release) {
    giveBack(release)
    park(release.installation, at: release.place, first: true)
  }

  /// A slot was missed and its installation told to ask again.
  private func giveBack(_ release: SlotReleases.Release) {
    lots.withLock { $0[release.place, default: AdmissionLot()].missed.append(release.moment) }
  }

  /// Takes slots until the task is cancelled: at once when somebody comes, and on every beat while somebody waits.
  func run(reporting fault: @escaping @Sendable (any Error) -> Void) async {
    let beat = Task { [wake] in
      while !Task.isCancelled {
        wake.yield()
        try? await Task.sleep(for: Self.beat)
      }
    }
    await withTaskCancellationHandler {
      for await _ in wakes {
        if Task.isCancelled { break }
        for place in lots.withLock({ $0.filter { !$0.value.parked.isEmpty }.map(\.key) }) {
          sendAwayWhoStaysTooLong(at: place)
          do { try await serve(place) } catch { fault(error) }
        }
      }
    } onCancel: {
      beat.cancel()
      wake.finish()
    }
    emptyAll()
  }

  /// Who waits in each of a tenant's rollouts.
  func waiting(tenant: Int64) -> [Int64: Int] {
    let now = clock.now() ?? 0
    return lots.withLock { lots in
      var counts: [Int64: Int] = [:]
      for place in lots.keys where place.tenant == tenant { counts[place.rollout] = lots[place]?.waiting(now: now) }
      return counts
    }
  }

  /// Somebody was told to come back.
  func turnAway(from place: Place, now: Microseconds) {
    lots.withLock { $0[place, default: AdmissionLot()].turnAway(now: now) }
  }

  private func serve(_ place: Place) async throws {
    guard let board = board.board(of: place.tenant), let now = clock.now(),
      let rollout = board.rollouts.first(where: { $0.id == place.rollout }), !board.isFrozen, rollout.isOpen(at: now)
    else { return sendAllAway(at: place) }
    // A replica holds no more than its part of the lookahead and half as much again: that is what it loses when it dies.
    let part = AdmissionLot.part(of: rollout.pace, replicas: board.replicas)
    let wanted = min(Self.most, Int(part * BudgetGrid.lookahead.inSeconds * 1.5) + 2)
    let candidates = lots.withLock { lots in
      let taken = Array(lots[place]?.parked.prefix(wanted) ?? [])
      lots[place]?.parked.removeFirst(taken.count)
      return taken
    }
    guard !candidates.isEmpty else { return }
    var left = candidates[...]
    defer {
      let rest = Array(left)
      lots.withLock { $0[place, default: AdmissionLot()].parked.insert(contentsOf: rest, at: 0) }
    }
    let asked = clock.local()
    let granted = try await admit(candidates, at: place)
    left = left.dropFirst(granted.count)
    try await release(granted, at: place)
    if !granted.isEmpty { lead.withLock { $0.learn(clock.local() - asked) } }
  }

  private func admit(_ candidates: [ParkedInstallation], at place: Place) async throws -> [SlotReleases.Release] {
    let asked = clock.local()
    let admit = PostgresStatement(
      "SELECT * FROM assay.admit($1, $2, true, $3, $4, $5, $6, $7)",
      [
        .int8(place.tenant), .int8(place.rollout), .bytesArray(candidates.map(\.key.bytes)),
        .bytesArray(candidates.map { $0.challenge ?? [] }), .int8Array(candidates.map { $0.challengeRow ?? 0 }),
        .timestampArray(candidates.map { $0.expiresAt ?? Date() }), .int8(lead.withLock { $0.needed }),
      ])
    let missed = lots.withLock { $0[place]?.takeMissed() ?? [] }
    let refund = missed.isEmpty ? [] : [Self.refund(missed, at: place)]
    let rows = try await pool.transaction(tenant: place.tenant, refund + [admit])[refund.count]
    let answered = clock.local()
    var granted: [SlotReleases.Release] = []
    for (row, candidate) in zip(rows, candidates) {
      var installation = candidate
      installation.challenge = try row.decode("challenge")
      installation.expiresAt = try row.decode("expires_at")
      granted.append(SlotReleases.Release(moment: try row.decode("moment"), place: place, installation: installation))
      // The reading was taken during the call, after the slots: good enough for a slow sample, never the best one.
      clock.learn(try row.decode("clock"), asked: asked, answered: answered)
    }
    return granted
  }

  /// The service's own budget may refuse a slot: then nothing of it is used.
  private func release(_ granted: [SlotReleases.Release], at place: Place) async throws {
    guard !granted.isEmpty else { return }
    let answer = try await pool.transaction(
      tenant: 0,
      [
        PostgresStatement(
          "SELECT unnest(assay.use_service_budget(0, $1))", [.int8Array(granted.map(\.moment))])
      ])[0].column(0, as: Bool.self)
    var refused: [SlotReleases.Release] = []
    for (release, isGranted) in zip(granted, answer) {
      if isGranted { releases.add(release) } else { refused.append(release) }
    }
    guard !refused.isEmpty else { return }
    for release in refused.reversed() { park(release.installation, at: place, first: true) }
    _ = try await pool.transaction(tenant: place.tenant, [Self.refund(refused.map(\.moment), at: place)])
  }

  private static func refund(_ moments: [Microseconds], at place: Place) -> PostgresStatement {
    PostgresStatement(
      "SELECT assay.refund_slots($1, $2, $3)", [.int8(place.tenant), .int8(place.rollout), .int8Array(moments)])
  }

  private func sendAwayWhoStaysTooLong(at place: Place) {
    let old = lots.withLock { lots -> [ParkedInstallation] in
      let limit = ContinuousClock.now - Self.longestStay
      let old = lots[place]?.parked.filter { $0.parkedAt < limit } ?? []
      lots[place]?.parked.removeAll { $0.parkedAt < limit }
      return old
    }
    for installation in old { installation.completion(.success(.wait(seconds: Double.random(in: 0.5...2)))) }
  }

  private func sendAllAway(at place: Place) {
    let all = lots.withLock { lots in lots.removeValue(forKey: place)?.parked ?? [] }
    for installation in all { installation.completion(.success(.wait(seconds: Double.random(in: 15...25)))) }
  }

  private func emptyAll() {
    for place in lots.withLock({ Array($0.keys) }) { sendAllAway(at: place) }
  }
}
