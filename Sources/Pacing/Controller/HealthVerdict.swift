/// What a rollout's figures say about going on.
public enum HealthVerdict: Sendable, Equatable {
  /// Clearly within every limit: a step may be passed.
  case healthy
  /// Too little to tell: nothing advances.
  case inconclusive
  /// Nobody of the share comes: there is nothing to judge. A ramp without steps may look for demand.
  case idle
  /// Clearly above a limit: the rollout stops.
  case breach(PauseReason)

  /// Whether a ramp of this shape may advance.
  public func letsAdvance(_ shape: RampShape) -> Bool {
    switch self {
    case .healthy: true
    case .inconclusive, .breach: false
    case .idle: if case .steps = shape { false } else { true }
    }
  }
}
