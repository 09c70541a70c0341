extension RampPlan {
  private static let longest: Int64 = 5 * 366 * 86_400

  /// Refuses a plan that goes down, ends early or lies in the past.
  public func validate(at now: Microseconds) throws(RampProblem) {
    try validateShape()
    if let window, !window.isValid { throw .windowInvalid }
    try validateInstants(at: now)
  }

  private func validateShape() throws(RampProblem) {
    switch shape {
    case .everybody: return
    case .continuous(let seconds):
      guard (0...Self.longest).contains(seconds) else { throw .durationOutOfRange }
    case .steps(let steps): try Self.validate(steps)
    }
  }

  private static func validate(_ steps: [RampStep]) throws(RampProblem) {
    guard let last = steps.last else { throw .noSteps }
    var before = Share.none
    for step in steps {
      guard step.share > before else { throw .goesDown }
      guard (0...longest).contains(step.soakSeconds) else { throw .durationOutOfRange }
      before = step.share
    }
    guard last.share == .all else { throw .endsEarly }
  }

  private func validateInstants(at now: Microseconds) throws(RampProblem) {
    if let notBefore, notBefore < now { throw .windowInThePast }
    if let notAfter, notAfter <= max(now, notBefore ?? now) { throw .windowInThePast }
    for freeze in freezes where freeze.until <= now || freeze.until <= freeze.from { throw .windowInThePast }
  }
}
