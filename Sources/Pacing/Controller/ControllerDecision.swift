/// What the controller decided about the pace at one evaluation, and why.
public enum ControllerDecision: Sendable, Equatable {
  /// The pace goes up.
  case raise(to: PaceRate)
  /// The pace goes down.
  case lower(to: PaceRate, CutReason)
  /// The pace stays, because nothing can be told yet.
  case hold(HoldReason)
  /// The pace stays: it is right.
  case keep
  /// Nobody comes: there is nothing to judge.
  case idle
  /// The rollout stops until a person resumes it.
  case pause(PauseReason)

  /// One stable word for logs, metrics and the history.
  public var name: String {
    switch self {
    case .raise: "raise"
    case .lower: "lower"
    case .hold(let reason): reason.rawValue
    case .keep: "keep"
    case .idle: "idle"
    case .pause(let reason): reason.rawValue
    }
  }
}

/// Why the pace was cut.
public enum CutReason: String, Sendable, Codable {
  /// Apple's limit was met: more reports of `serverUnavailable` than ordinary failure explains.
  case throttled
}

/// Why nothing moves.
public enum HoldReason: String, Sendable, Codable {
  /// Nothing was measured, or too little to tell.
  case inconclusive = "hold_inconclusive"
  /// A cut has just been made and its effect is not seen yet.
  case settling = "hold_settling"
  /// Attestations take too long to arrive.
  case slow = "hold_slow"
}

/// Why the rollout was stopped.
public enum PauseReason: String, Sendable, Codable {
  /// Most requests are throttled although the pace was cut.
  case throttled = "throttle_ratio_above_limit"
  /// The verifier refuses too many attestations.
  case refused = "refusal_ratio_above_limit"
  /// Too many of those let in never attest.
  case noShows = "no_show_ratio_above_limit"
}
