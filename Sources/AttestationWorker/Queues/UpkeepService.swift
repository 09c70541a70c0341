import AttestationService
import Foundation
import JobQueue
import Lifecycle
import Postgres
import Telemetry

/// Everything that has to happen from time to time: heartbeats, pauses, the clock, new receipts, partitions.
struct UpkeepService: Service {
  struct Parts: Sendable {
    var pool: PostgresPool
    var queue: JobQueue
    var leases: HeldLeases
    var board: PauseBoard
    var clock: DatabaseClock
    var roster: WorkerRoster
    var refresher: ReceiptRefresher
    var enrolment: ReceiptEnrolment
    var store: ReceiptRefreshStore
    var sealingKeys: SealingKeyStore
    var sealingKey: SealingKey
    var gauges: QueueGauges
    var eventRetention: Duration
  }

  let name = "upkeep"
  let parts: Parts
  let logger: Logger

  func run(_ lifetime: ServiceLifetime) async throws {
    try await beat()
    try await parts.sealingKeys.publish(parts.sealingKey)
    lifetime.started()
    let work = Task { await everything() }
    await lifetime.stopRequested()
    work.cancel()
    await work.value
    try? await parts.roster.leave()
  }

  private func everything() async {
    await withDiscardingTaskGroup { group in
      group.addTask { await every(.seconds(parts.queue.leaseSeconds / 3)) { try await heartbeat() } }
      group.addTask { await every(.seconds(1)) { parts.board.set(try await QueuePauses(pool: parts.pool).all()) } }
      group.addTask { await every(.seconds(5)) { try await beat() } }
      group.addTask { await every(.seconds(2)) { try await enrol() } }
      group.addTask { await every(.seconds(5)) { parts.gauges.set(try await parts.queue.depth()) } }
      group.addTask { await every(.seconds(600)) { try await keepPartitions() } }
      group.addTask { await every(.seconds(60)) { try await raiseReported() } }
    }
  }

  private func every(_ pause: Duration, _ body: @Sendable () async throws -> Void) async {
    while !Task.isCancelled {
      do { try await body() } catch is CancellationError { return } catch {
        logger.warning("upkeep failed and is tried again", [.reason: .text("\(error)")])
      }
      try? await Task.sleep(for: pause)
    }
  }

  private func heartbeat() async throws {
    let held = parts.leases.all
    let standing = try await parts.queue.heartbeat(held)
    let lost = held.filter { !standing.contains($0) }
    // One that has just ended is missing as well, so this is only a hint; the epoch is what protects.
    if !lost.isEmpty { logger.debug("leases are no longer held", [.count: .integer(lost.count)]) }
  }

  private func beat() async throws {
    let before = Date()
    let reading = try await parts.store.clock()
    parts.clock.set(reading, between: before, and: Date())
    parts.refresher.share(among: try await parts.roster.beat())
  }

  private func enrol() async throws {
    for tenant in try await parts.enrolment.tenants() {
      while try await parts.enrolment.follow(tenant: tenant) >= 1_000, !Task.isCancelled {}
    }
  }

  /// The reports of the last two minutes: each is looked at twice at most, and none is missed between two looks.
  private func raiseReported() async throws {
    let since = parts.clock.now.addingTimeInterval(-120)
    for tenant in try await parts.enrolment.tenants() {
      try await parts.enrolment.raiseReported(tenant: tenant, since: since)
    }
  }

  private func keepPartitions() async throws {
    let events = parts.clock.now.addingTimeInterval(-parts.eventRetention.seconds)
    let challenges = parts.clock.now.addingTimeInterval(-3 * 86_400)
    let assertionChallenges = parts.clock.now.addingTimeInterval(-2 * 3_600)
    _ = try await parts.pool.withConnection { connection in
      try await connection.query("select assay.make_partitions()")
      try await connection.query("select assay.drop_partitions('events', $1)", [.timestamp(events)])
      try await connection.query("select assay.drop_partitions('challenges', $1)", [.timestamp(challenges)])
      try await connection.query(
        "select assay.drop_partitions('assertion_challenges', $1)", [.timestamp(assertionChallenges)])
    }
    try await parts.queue.sweep(olderThan: 86_400)
  }
}

extension Duration {
  fileprivate var seconds: TimeInterval {
    TimeInterval(components.seconds) + TimeInterval(components.attoseconds) / 1e18
  }
}
