extension RolloutEvent: Codable {
  enum CodingKeys: String, CodingKey {
    case type
    case definition
    case reason
    case rate
    case decision
    case progress
  }

  /// Reads an event by its type.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let type = try container.decode(String.self, forKey: .type)
    switch type {
    case "RolloutCreated": self = .created(try container.decode(RolloutDefinition.self, forKey: .definition))
    case "RolloutStarted": self = .started
    case "RolloutPaused": self = .paused(reason: try container.decode(String.self, forKey: .reason))
    case "RolloutResumed": self = .resumed
    case "RolloutAborted": self = .aborted(reason: try container.decode(String.self, forKey: .reason))
    case "RolloutRateSet":
      let reason = try container.decodeIfPresent(String.self, forKey: .reason)
      self = .rateSet(try container.decode(PaceRate.self, forKey: .rate), reason: reason)
    case "RolloutPaceChanged":
      let decision = try container.decode(String.self, forKey: .decision)
      self = .paceChanged(try container.decode(PaceRate.self, forKey: .rate), decision: decision)
    case "RolloutShareGrew": self = .shareGrew(try container.decode(RampProgress.self, forKey: .progress))
    case "RolloutCompleted": self = .completed
    default:
      throw DecodingError.dataCorruptedError(forKey: .type, in: container, debugDescription: "unknown rollout event")
    }
  }

  /// Writes an event with its type.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(type, forKey: .type)
    switch self {
    case .created(let definition): try container.encode(definition, forKey: .definition)
    case .paused(let reason), .aborted(let reason): try container.encode(reason, forKey: .reason)
    case .rateSet(let rate, let reason):
      try container.encode(rate, forKey: .rate)
      try container.encodeIfPresent(reason, forKey: .reason)
    case .paceChanged(let rate, let decision):
      try container.encode(rate, forKey: .rate)
      try container.encode(decision, forKey: .decision)
    case .shareGrew(let progress): try container.encode(progress, forKey: .progress)
    case .started, .resumed, .completed: break
    }
  }
}
