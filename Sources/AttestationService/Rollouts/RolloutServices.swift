import Cryptography
import Foundation
import Pacing
import Postgres

/// Everything of rollouts that an API replica runs, put together.
public struct RolloutServices: Sendable {
  /// Answers admissions.
  public let admissions: AdmissionDesk
  /// What on-call does.
  public let administration: RolloutAdministration
  private let board: RolloutBoard
  private let pacer: AdmissionPacer
  private let asker: Batcher<AdmissionWork>
  private let listener: PostgresListener?
  private let pool: PostgresPool

  /// How a replica runs its rollouts.
  public struct Configuration: Sendable {
    /// This replica's name; unique among the living.
    public var replica = "api-" + Hex.encode(SecureRandom.bytes(6))
    /// What this replica's own clock is made wrong by, for tests.
    public var clockSkewSeconds = 0.0
    /// Whether notifications are listened to; without them changes come by asking, within half a second.
    public var listens = true
    /// Connections of its own: slots must not wait behind other work.
    public var poolSize = 3

    /// The defaults.
    public init() {}
  }

  init(
    _ configuration: Configuration, database: PostgresConfiguration, issuer: ChallengeIssuer,
    observer: any BatchObserver
  ) throws {
    pool = try PostgresPool(database, limit: configuration.poolSize)
    let clock = DatabaseClock(skew: .seconds(configuration.clockSkewSeconds))
    board = RolloutBoard(pool: pool, replica: configuration.replica, clock: clock)
    pacer = AdmissionPacer(pool: pool, board: board, clock: clock)
    asker = Batcher(
      name: "admissions", work: AdmissionWork(), configuration: database,
      limits: BatchLimits(committers: 1, queue: 8_192), observer: observer)
    admissions = AdmissionDesk(board: board, pacer: pacer, asker: asker, issuer: issuer, clock: clock)
    administration = RolloutAdministration(pool: pool)
    listener = configuration.listens ? PostgresListener(database, channels: ["assay_rollouts"]) : nil
  }

  /// Starts the committers and the release of slots.
  public func start() {
    asker.start()
    pacer.start()
  }

  /// Answers what waits, ends the threads, closes the connections. Blocks.
  public func stop() {
    asker.stop()
    pacer.stop()
    pool.close()
  }

  /// Keeps what is in force up to date, and takes slots, until the task is cancelled.
  public func run(reporting fault: @escaping @Sendable (any Error) -> Void) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await board.run(waiting: { pacer.waiting(tenant: $0) }, reporting: fault) }
      group.addTask { await pacer.run(reporting: fault) }
      if let listener {
        group.addTask {
          do { try await listener.run { _ in board.poke() } } catch {
            if !(error is CancellationError) { fault(error) }
          }
        }
      }
    }
  }
}
