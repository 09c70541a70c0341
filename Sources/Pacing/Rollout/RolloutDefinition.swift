/// What was asked for when a rollout was created; it never changes.
public struct RolloutDefinition: Sendable, Hashable, Codable {
  /// What it is for.
  public var kind: RolloutKind
  /// When and how far it opens.
  public var ramp: RampPlan
  /// The planned pace: what the controller never exceeds without a person's reason.
  public var plannedRate: PaceRate
  /// About how many installations it means; nil for a surge.
  public var population: Int64?

  /// A definition.
  public init(kind: RolloutKind, ramp: RampPlan, plannedRate: PaceRate, population: Int64?) {
    self.kind = kind
    self.ramp = ramp
    self.plannedRate = plannedRate
    self.population = population
  }

  enum CodingKeys: String, CodingKey {
    case kind
    case ramp
    case plannedRate = "planned_rate"
    case population
  }
}
