/// How a batcher is bounded.
public struct BatchLimits: Sendable {
  /// Threads, each with its own connection. One works as long as it keeps up with what comes; the others are for more.
  public var committers: Int
  /// Rows in one commit.
  public var batch: Int
  /// Rows that wait; beyond, requests are answered with 503 at once.
  public var queue: Int

  /// Names the bounds.
  public init(committers: Int = 2, batch: Int = 256, queue: Int = 2_048) {
    self.committers = committers
    self.batch = batch
    self.queue = queue
  }
}
