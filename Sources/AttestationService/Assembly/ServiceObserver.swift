/// Told what the use cases do, for metrics and logs.
public protocol ServiceObserver: Sendable {
  /// The observer of one batcher.
  func batches(of kind: BatchKind) -> any BatchObserver
}

/// The batchers there are.
public enum BatchKind: String, Sendable, CaseIterable {
  case challenges
  case assertions
  case keys
  case admissions
}
