import Pacing

/// Refusals of what is asked of rollouts. Nothing has changed.
extension Refusal {
  /// The tenant has no rollout of this number in this app.
  public static let unknownRollout = Refusal(
    "unknown_rollout", stage: .application, category: .notFound, next: .fixRequest, title: "There is no such rollout.")

  /// Another rollout of the kind stands.
  public static let rolloutsOverlap = Refusal(
    "rollouts_overlap", stage: .application, category: .conflict, next: .fixRequest,
    title: "Another rollout of this kind stands in the app; abort it first, or use it.")

  /// The rollout changed while the command was on its way.
  public static let rolloutChanged = Refusal(
    "rollout_changed", stage: .application, category: .conflict, next: .fixRequest,
    title: "The rollout has just been changed by somebody else; look at it and say it again.")

  /// A command that the rollout refuses.
  public static func rollout(_ refusal: RolloutRefusal) -> Refusal {
    Refusal(refusal.code, stage: .application, category: refusal.category, next: .fixRequest, title: refusal.sentence)
  }

  static let unfreezeNeedsReason = rollout(.reasonRequired)
}

extension RolloutRefusal {
  fileprivate var category: RefusalCategory {
    if case .notPossible = self { .conflict } else { .invalid }
  }

  fileprivate var sentence: String {
    switch self {
    case .notPossible(let state): state.whatIsPossible
    case .reasonRequired: "A reason is required for abort, for a rate above the plan and for unfreeze: say why."
    case .rateAboveHardLimit(let limit):
      "The rate is above the hard limit of the budget: \(limit.milli / 1000) a second at most."
    case .rateIsZero: "A rate must be above nothing; to let nobody in, pause the rollout."
    case .noStepLeft: "The ramp has no further step: the last one is open."
    case .ramp(let problem): problem.sentence
    }
  }
}

extension RolloutState {
  /// What can be done instead of what was asked.
  fileprivate var whatIsPossible: String {
    switch self {
    case .draft: "The rollout is a draft and lets nobody in: start it first, or abort it."
    case .running: "The rollout is running already: there is nothing to start or to resume."
    case .paused: "The rollout is paused already: resume it, or abort it."
    case .completed:
      "The rollout is completed: a recovery is over, a first rollout can only be slowed down or aborted now."
    case .aborted: "The rollout was aborted for good: create another."
    }
  }
}

extension RampProblem {
  fileprivate var sentence: String {
    switch self {
    case .noSteps: "The ramp has no steps."
    case .goesDown: "The ramp goes down: every step's share must be greater than the one before."
    case .endsEarly: "The ramp's last step must let everybody in."
    case .durationOutOfRange: "A duration of the ramp is negative or longer than five years."
    case .windowInvalid: "The daily window is empty or not made of minutes of a day."
    case .windowInThePast: "A start, an end or a freeze lies in the past, or ends before it begins."
    }
  }
}
