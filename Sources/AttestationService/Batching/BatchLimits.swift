/// How a batcher is bounded.
public struct BatchLimits: Sendable {
  /// Threads, each with its own connection. One works as long as it keeps up with what comes; the others are for more.
  public var committers: Int
  /// Rows in one commit.
  public var batch: Int
  /// After a batch of so many rows, more come soon: the next one waits a moment for them, because the database writes one
  /// batch of forty rows for half of what four of ten cost it.
  static let busy = 12
  /// That moment, in microseconds.
  static let gathering: UInt32 = 2_000
  /// Rows that wait; beyond, requests are answered with 503 at once.
  public var queue: Int

  /// Names the bounds.
  public init(committers: Int = 2, batch: Int = 256, queue: Int = 2_048) {
    self.committers = committers
    self.batch = batch
    self.queue = queue
  }
}
