/// One step of a ramp: a share that holds for a while, and what opens the next.
public struct RampStep: Sendable, Hashable, Codable {
  /// What opens the next step.
  public enum Gate: String, Sendable, Hashable, Codable {
    /// Time and a healthy controller.
    case automatic
    /// A person, with `step`.
    case manual
  }

  /// The share that is let in.
  public var share: Share
  /// How long the step lasts at least, counted only while the rollout runs and is healthy.
  public var soakSeconds: Int64
  /// What opens the next step.
  public var gate: Gate

  /// A step of a ramp.
  public init(share: Share, soakSeconds: Int64, gate: Gate = .automatic) {
    self.share = share
    self.soakSeconds = soakSeconds
    self.gate = gate
  }

  enum CodingKeys: String, CodingKey {
    case share
    case soakSeconds = "soak_seconds"
    case gate
  }
}
