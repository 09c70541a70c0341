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
  /// Where so many wait already, the next batch does not wait for more: beyond, a row hardly gets cheaper.
  static let worthwhile = 50
  /// Rows that wait; beyond, requests are answered with 503 at once.
  public var queue: Int

  /// While one committer writes and so many rows wait, another joins in: one alone would leave everybody waiting for it,
  /// and the processors idle.
  var joining: Int { max(1, batch / 2) }

  /// Names the bounds.
  public init(committers: Int = 2, batch: Int = 256, queue: Int = 2_048) {
    self.committers = committers
    self.batch = batch
    self.queue = queue
  }
}
