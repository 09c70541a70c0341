/// A step of a ramp whose share is too small for its gate: so few installations never give the outcomes that a ratio is
/// judged by, and the ramp stands still there.
public struct UnjudgeableStep: Sendable, Equatable {
  /// The step, counted from one.
  public let number: Int
  /// The share that it lets in.
  public let share: Share
  /// About how many installations that is.
  public let installations: Int
  /// The outcomes that its gate needs at least.
  public let needed: Int
  /// The least share that would do; nil when the whole is too little.
  public let enough: Share?
}

extension RolloutDefinition {
  /// The steps that will not be passed by themselves, even if everybody comes and nothing fails. The last step has
  /// nothing after it.
  public func unjudgeableSteps(_ settings: ControllerSettings = .init()) -> [UnjudgeableStep] {
    guard case .steps(let steps) = ramp.shape, let population, population > 0 else { return [] }
    let needed = RolloutHealth.fewestOutcomes(settings)
    let enough = needed <= population ? Share(fraction: Double(needed) / Double(population)) : nil
    return steps.dropLast().enumerated().compactMap { place, step in
      let installations = Int((Double(population) * step.share.fraction).rounded(.down))
      guard installations < needed else { return nil }
      return UnjudgeableStep(
        number: place + 1, share: step.share, installations: installations, needed: needed, enough: enough)
    }
  }
}
