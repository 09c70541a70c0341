extension Rollout {
  /// Checks a new rollout's definition and says which event begins it.
  public static func create(
    _ definition: RolloutDefinition, hardLimit: PaceRate, at now: Microseconds
  ) throws(RolloutRefusal) -> [RolloutEvent] {
    do { try definition.ramp.validate(at: now) } catch { throw .ramp(error) }
    try check(definition.plannedRate, hardLimit: hardLimit)
    return [.created(definition)]
  }

  /// What a command does to the rollout as it stands: events, or a refusal and no change.
  public func decide(_ command: RolloutCommand, hardLimit: PaceRate) throws(RolloutRefusal) -> [RolloutEvent] {
    switch command {
    case .start: return try from(.draft, .started)
    case .pause(let reason): return try from(.running, .paused(reason: reason))
    case .resume: return try from(.paused, .resumed)
    case .abort(let reason): return try abort(reason)
    case .setRate(let rate, let reason): return try setRate(rate, reason: reason, hardLimit: hardLimit)
    case .step: return try openStep()
    case .changePace(let rate, let decision): return try from(.running, .paceChanged(rate, decision: decision))
    case .grow(let progress): return progress == self.progress ? [] : try from(.running, .shareGrew(progress))
    case .complete: return try from(.running, .completed)
    }
  }

  private func from(_ needed: RolloutState, _ event: RolloutEvent) throws(RolloutRefusal) -> [RolloutEvent] {
    guard state == needed else { throw .notPossible(in: state) }
    return [event]
  }

  private func abort(_ reason: String) throws(RolloutRefusal) -> [RolloutEvent] {
    guard stands else { throw .notPossible(in: state) }
    guard reason.contains(where: { !$0.isWhitespace }) else { throw .reasonRequired }
    return [.aborted(reason: reason)]
  }

  private func setRate(
    _ rate: PaceRate, reason: String?, hardLimit: PaceRate
  ) throws(RolloutRefusal) -> [RolloutEvent] {
    guard stands else { throw .notPossible(in: state) }
    try Self.check(rate, hardLimit: hardLimit)
    let given = reason?.contains(where: { !$0.isWhitespace }) ?? false
    guard rate <= definition.plannedRate || given else { throw .reasonRequired }
    return [.rateSet(rate, reason: reason)]
  }

  private func openStep() throws(RolloutRefusal) -> [RolloutEvent] {
    guard state == .running || state == .paused else { throw .notPossible(in: state) }
    var next = progress
    guard next.openNextStep(shape: definition.ramp.shape) else { throw .noStepLeft }
    return [.shareGrew(next)]
  }

  private static func check(_ rate: PaceRate, hardLimit: PaceRate) throws(RolloutRefusal) {
    guard rate > .zero else { throw .rateIsZero }
    guard rate <= hardLimit else { throw .rateAboveHardLimit(hardLimit) }
  }
}
