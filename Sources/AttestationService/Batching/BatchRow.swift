import Timing

/// One request that waits for its place in a batch.
protocol BatchRow: Sendable {
  /// Whose call it belongs to.
  var tenant: Int64 { get }
  /// What it locks; two rows that share one never stand in one batch.
  var locks: BatchLocks { get }
  /// After this it is no longer worth writing.
  var deadline: Uptime { get }
  /// The answer. Called exactly once.
  func complete(_ refusal: Refusal)
}
