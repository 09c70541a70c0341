/// What may be asked of a rollout: by on-call, or by the controller.
public enum RolloutCommand: Sendable, Hashable {
  case start
  case pause(reason: String)
  case resume
  case abort(reason: String)
  /// Sets the ceiling; above the plan it needs a reason.
  case setRate(PaceRate, reason: String?)
  /// Opens the next step of the ramp.
  case step
  /// The controller moves the pace.
  case changePace(PaceRate, decision: String)
  /// The ramp advances.
  case grow(RampProgress)
  case complete
}
