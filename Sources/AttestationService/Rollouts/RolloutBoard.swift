import Foundation
import Locking
import Pacing
import Postgres

/// What is in force on this replica, for every tenant whose installations ask here.
///
/// Read twice a second whether or not a notification came: a notification only makes a change quicker. What was read is
/// in force at once, and the next reading tells the database so.
final class RolloutBoard: Sendable {
  private struct Entry {
    var board = TenantBoard()
    var lastAsked: ContinuousClock.Instant
  }

  /// Who waits in each rollout, for the controller.
  typealias Waiting = @Sendable (Int64) -> [Int64: Int]

  private static let interval: Duration = .milliseconds(500)
  private static let forgotten: Duration = .seconds(300)
  private let pool: PostgresPool
  private let replica: String
  private let clock: DatabaseClock
  private let entries = Locked<[Int64: Entry]>([:])
  private let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

  init(pool: PostgresPool, replica: String, clock: DatabaseClock) {
    self.pool = pool
    self.replica = replica
    self.clock = clock
  }

  /// What is in force for a tenant; nil when nothing was read yet.
  func board(of tenant: Int64) -> TenantBoard? {
    entries.withLock { entries in
      entries[tenant]?.lastAsked = .now
      return entries[tenant]?.board
    }
  }

  /// Reads a tenant's rollouts for the first time.
  func load(tenant: Int64) async throws -> TenantBoard {
    try await poll(tenant: tenant, waiting: [:])
  }

  /// Something may have changed: read at once.
  func poke() { wake.yield() }

  /// Keeps what is in force up to date until the task is cancelled.
  func run(waiting: @escaping Waiting, reporting fault: @escaping @Sendable (any Error) -> Void) async {
    let beat = Task { [wake] in
      while !Task.isCancelled {
        wake.yield()
        try? await Task.sleep(for: Self.interval)
      }
    }
    await withTaskCancellationHandler {
      for await _ in wakes {
        if Task.isCancelled { break }
        for tenant in active() {
          do { _ = try await poll(tenant: tenant, waiting: waiting(tenant)) } catch { fault(error) }
        }
      }
    } onCancel: {
      beat.cancel()
      wake.finish()
    }
  }

  private func active() -> [Int64] {
    entries.withLock { entries in
      entries = entries.filter { ContinuousClock.now - $0.value.lastAsked < Self.forgotten }
      return Array(entries.keys)
    }
  }

  private func poll(tenant: Int64, waiting: [Int64: Int]) async throws -> TenantBoard {
    let before = entries.withLock { $0[tenant]?.board } ?? TenantBoard()
    let known = before.revision
    var board = try await read(tenant: tenant, revision: known, waiting: waiting)
    board.generation = before.generation + (board.letsInLike(before) ? 0 : 1)
    entries.withLock { [board] entries in
      entries[tenant] = Entry(board: board, lastAsked: entries[tenant]?.lastAsked ?? .now)
    }
    // What was just read is in force: say so now and not half a second later.
    if board.revision != known { _ = try await read(tenant: tenant, revision: board.revision, waiting: waiting) }
    return board
  }

  private func read(tenant: Int64, revision: Int64, waiting: [Int64: Int]) async throws -> TenantBoard {
    let text = waiting.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
    let asked = clock.local()
    let rows = try await pool.transaction(
      tenant: tenant,
      [
        PostgresStatement(
          "SELECT * FROM assay.poll_rollouts($1, $2, $3, $4)",
          [.int8(tenant), .text(replica), .int8(revision), .json("{\(text)}")])
      ])[0]
    let answered = clock.local()
    var board = TenantBoard()
    for row in rows {
      clock.learn(try row.decode("clock"), asked: asked, answered: answered)
      board.revision = try row.decode("revision")
      board.isFrozen = try row.decode("frozen")
      board.replicas = max(1, try row.decode("replicas"))
      if let rollout = try RolloutInForce(row) { board.rollouts.append(rollout) }
    }
    return board
  }
}
