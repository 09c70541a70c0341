/// How much waits in a queue.
public struct QueueDepth: Sendable, Equatable {
  /// Jobs that are due, those under way included.
  public let due: Int
  /// Jobs under way.
  public let leased: Int
  /// Jobs that were given up.
  public let discarded: Int
  /// All jobs.
  public let total: Int
  /// Seconds since the longest-waiting job fell due; zero when none is due.
  public let oldestDueAge: Double
}
