/// How a rollout's share grows.
public enum RampShape: Sendable, Hashable {
  /// Named shares, each with a soak time and a gate.
  case steps([RampStep])
  /// Without steps: the share follows the demand, so that somebody always waits, and reaches the whole not before
  /// this time.
  case continuous(seconds: Int64)
  /// Everybody from the start: only the pace holds (a surge has no share to grow).
  case everybody
}

extension RampShape: Codable {
  enum CodingKeys: String, CodingKey {
    case shape
    case steps
    case seconds
  }

  private enum Name: String, Codable {
    case steps
    case continuous
    case everybody
  }

  /// Reads the shape by its name.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(Name.self, forKey: .shape) {
    case .steps: self = .steps(try container.decode([RampStep].self, forKey: .steps))
    case .continuous: self = .continuous(seconds: try container.decode(Int64.self, forKey: .seconds))
    case .everybody: self = .everybody
    }
  }

  /// Writes the shape by its name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .steps(let steps):
      try container.encode(Name.steps, forKey: .shape)
      try container.encode(steps, forKey: .steps)
    case .continuous(let seconds):
      try container.encode(Name.continuous, forKey: .shape)
      try container.encode(seconds, forKey: .seconds)
    case .everybody:
      try container.encode(Name.everybody, forKey: .shape)
    }
  }
}
