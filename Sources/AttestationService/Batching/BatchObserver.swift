import Postgres

/// Told what a batcher does, for metrics and logs. Called on its threads.
public protocol BatchObserver: Sendable {
  /// A commit succeeded.
  func committed(rows: Int, took: Duration)
  /// A commit or an attempt to connect failed.
  func failed(_ error: PostgresError)
  /// A request was not taken in.
  func refused(_ refusal: Refusal)
  /// A committer has a connection.
  func connected()
}
