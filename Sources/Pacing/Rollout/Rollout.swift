/// A rollout as its events make it.
public struct Rollout: Sendable, Hashable, Codable {
  /// What was asked for.
  public let definition: RolloutDefinition
  /// Where it stands.
  public private(set) var state: RolloutState
  /// The operator's ceiling.
  public private(set) var ceiling: PaceRate
  /// The controller's pace inside the ceiling.
  public private(set) var pace: PaceRate
  /// How far the ramp has come.
  public private(set) var progress: RampProgress
  /// Why it is paused or was aborted.
  public private(set) var reason: String?

  /// The rollout that these events tell; nil when they do not begin with a creation.
  public init?(_ events: some Sequence<RolloutEvent>) {
    var rollout: Rollout?
    for event in events {
      if case .created(let definition) = event {
        rollout = rollout ?? Rollout(definition)
      } else {
        rollout?.apply(event)
      }
    }
    guard let rollout else { return nil }
    self = rollout
  }

  private init(_ definition: RolloutDefinition) {
    self.definition = definition
    state = .draft
    ceiling = definition.plannedRate
    pace = definition.plannedRate
    progress = RampProgress(shape: definition.ramp.shape, population: definition.population)
  }

  /// Changes the state as the event says. The share never shrinks, except to nothing on abort.
  public mutating func apply(_ event: RolloutEvent) {
    switch event {
    case .created: break
    case .started, .resumed:
      state = .running
      reason = nil
    case .paused(let why): (state, reason) = (.paused, why)
    case .aborted(let why): (state, reason) = (.aborted, why)
    case .rateSet(let rate, _): (ceiling, pace) = (rate, rate)
    case .paceChanged(let rate, _): pace = min(rate, ceiling)
    case .shareGrew(let progress): if progress.share >= self.progress.share { self.progress = progress }
    case .completed: state = .completed
    }
  }

  /// Whether it lets in, or may yet: it keeps others of its kind away, and on-call can slow it down and abort it. A
  /// completed recovery is over; a completed first rollout goes on with newcomers.
  public var stands: Bool {
    switch state {
    case .draft, .running, .paused: true
    case .completed: definition.kind != .recovery
    case .aborted: false
    }
  }

  /// The share whose installations belong to the rollout now.
  public var share: Share { state == .draft || state == .aborted ? .none : progress.share }
}
