/// Why a command to a rollout is refused; nothing has changed.
public enum RolloutRefusal: Error, Sendable, Equatable {
  /// The command does not fit the state.
  case notPossible(in: RolloutState)
  /// Abort, a rate above the plan and unfreeze need a reason.
  case reasonRequired
  /// The rate is above the hard limit of the budget.
  case rateAboveHardLimit(PaceRate)
  /// The rate is zero: that is a pause.
  case rateIsZero
  /// The ramp has no further step to open.
  case noStepLeft
  /// The plan is not one.
  case ramp(RampProblem)

  /// The stable word for programs.
  public var code: String {
    switch self {
    case .notPossible: "rollout_state"
    case .reasonRequired: "reason_required"
    case .rateAboveHardLimit: "rate_above_hard_limit"
    case .rateIsZero: "rate_is_zero"
    case .noStepLeft: "no_step_left"
    case .ramp(let problem): problem.rawValue
    }
  }
}
