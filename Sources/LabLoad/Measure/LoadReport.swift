/// The figures of a run, as they are written for programs.
public struct LoadReport: Codable, Sendable {
  /// `assert` or `pairs`.
  public var mode: String
  /// Connections that were open at once.
  public var connections: Int
  /// The length of the run.
  public var durationSeconds: Double
  /// Assertions answered with 200.
  public var accepted: Int
  /// The same, a second.
  public var acceptedPerSecond: Double
  /// Answers of 4xx, by their code.
  public var refused: [String: Int]
  /// Answers of 5xx and broken connections, by their kind.
  public var errors: [String: Int]
  /// Requests sent and not answered when the run ended.
  public var unanswered: Int
  /// Connections that had used up what was prepared for them.
  public var starvedConnections: Int
  /// The median latency; of pairs, from the request for a challenge to the verdict.
  public var p50Ms: Double
  /// The latency that one in a hundred exceeds.
  public var p99Ms: Double
  /// The highest 99th percentile of any second.
  public var worstSecondP99Ms: Double
  /// The highest latency.
  public var maximumMs: Double
  /// Processor time of this generator during the run, for each accepted assertion.
  public var generatorMicrosecondsPerAccepted: Double

  enum CodingKeys: String, CodingKey {
    case mode, connections, accepted, refused, errors, unanswered
    case durationSeconds = "duration_seconds"
    case acceptedPerSecond = "accepted_per_second"
    case starvedConnections = "starved_connections"
    case p50Ms = "p50_ms"
    case p99Ms = "p99_ms"
    case worstSecondP99Ms = "worst_second_p99_ms"
    case maximumMs = "max_ms"
    case generatorMicrosecondsPerAccepted = "generator_us_per_accepted"
  }
}
