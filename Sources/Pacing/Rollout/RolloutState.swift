/// Where a rollout stands.
public enum RolloutState: String, Sendable, Hashable, Codable, CaseIterable {
  /// Written down, never started.
  case draft
  /// Lets installations in.
  case running
  /// Lets nobody in; its share is kept.
  case paused
  /// Its whole share was let in.
  case completed
  /// Given up: nobody is let in, and its share is void.
  case aborted
}
