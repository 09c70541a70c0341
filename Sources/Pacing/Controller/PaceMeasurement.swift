/// What was counted about one rollout in one span of time.
public struct PaceMeasurement: Sendable, Hashable, Codable {
  /// The span, in microseconds.
  public var span: Microseconds
  /// Installations that were let in: they may call Apple.
  public var granted: Int
  /// Reports of `serverUnavailable`, which is how Apple's throttling is seen, from the installations let in.
  public var throttled: Int
  /// Attestations that were registered.
  public var registered: Int
  /// Attestations that the verifier refused.
  public var refused: Int
  /// Admissions that ran out without an attestation.
  public var noShows: Int
  /// Seconds from admission to registration: the slowest of twenty (p95); nil when none was seen.
  public var latencySeconds: Double?
  /// Whether installations of the share waited while slots were to be had: the pace was the limit, not the demand.
  public var somebodyWaits: Bool

  /// A measurement.
  public init(
    span: Microseconds, granted: Int = 0, throttled: Int = 0, registered: Int = 0, refused: Int = 0,
    noShows: Int = 0, latencySeconds: Double? = nil, somebodyWaits: Bool = true
  ) {
    self.span = span
    self.granted = granted
    self.throttled = throttled
    self.registered = registered
    self.refused = refused
    self.noShows = noShows
    self.latencySeconds = latencySeconds
    self.somebodyWaits = somebodyWaits
  }

  enum CodingKeys: String, CodingKey {
    case span
    case granted
    case throttled
    case registered
    case refused
    case noShows = "no_shows"
    case latencySeconds = "latency_seconds"
    case somebodyWaits = "somebody_waits"
  }
}
