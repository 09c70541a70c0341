import Postgres

/// What the use cases need to run.
public struct ServiceConfiguration: Sendable {
  /// How to reach PostgreSQL.
  public var database: PostgresConfiguration
  /// Connections for everything but the hot path.
  public var poolSize = 4
  /// Bounds of the batches of assertions.
  public var assertions = BatchLimits()
  /// Bounds of the batches of challenges.
  public var challenges = BatchLimits(committers: 1)
  /// Bounds of the reads of keys that are not in memory.
  public var keys = BatchLimits(committers: 2)
  /// Threads that verify attestations.
  public var verificationThreads = 1
  /// Attestations that may wait for such a thread.
  public var verificationQueue = 64
  /// Keys that are kept in memory.
  public var keyCacheCapacity = 100_000
  /// How admissions are paced.
  public var rollouts = RolloutServices.Configuration()

  /// Everything but the database has a usable default.
  public init(database: PostgresConfiguration) { self.database = database }
}
