import Postgres

/// What the use cases need to run.
public struct ServiceConfiguration: Sendable {
  public var database: PostgresConfiguration
  /// Connections for everything but the hot path.
  public var poolSize = 4
  public var assertions = BatchLimits()
  public var challenges = BatchLimits(committers: 1)
  /// Threads that verify attestations.
  public var verificationThreads = 1
  /// Attestations that may wait for such a thread.
  public var verificationQueue = 64
  /// Keys that are kept in memory.
  public var keyCacheCapacity = 100_000

  /// Everything but the database has a usable default.
  public init(database: PostgresConfiguration) { self.database = database }
}
