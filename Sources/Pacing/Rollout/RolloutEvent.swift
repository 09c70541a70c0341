/// What happened to a rollout: its stream is these, in order.
public enum RolloutEvent: Sendable, Hashable {
  case created(RolloutDefinition)
  case started
  case paused(reason: String)
  case resumed
  case aborted(reason: String)
  /// The operator's ceiling was set.
  case rateSet(PaceRate, reason: String?)
  /// The controller moved the pace inside the ceiling.
  case paceChanged(PaceRate, decision: String)
  /// The share grew.
  case shareGrew(RampProgress)
  case completed
}

extension RolloutEvent {
  /// The event's type in the feed.
  public var type: String {
    switch self {
    case .created: "RolloutCreated"
    case .started: "RolloutStarted"
    case .paused: "RolloutPaused"
    case .resumed: "RolloutResumed"
    case .aborted: "RolloutAborted"
    case .rateSet: "RolloutRateSet"
    case .paceChanged: "RolloutPaceChanged"
    case .shareGrew: "RolloutShareGrew"
    case .completed: "RolloutCompleted"
    }
  }
}
