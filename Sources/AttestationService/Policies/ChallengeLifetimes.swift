/// How long each kind of challenge is valid, in seconds.
public struct ChallengeLifetimes: Codable, Sendable, Equatable {
  /// Long, because a device that Apple throttles must come back with the same challenge (60 to 172,800; default a day).
  public var attestationSeconds: Int
  /// Short, because it is signed at once (10 to 3,600; default 120).
  public var assertionSeconds: Int

  /// Names both lifetimes.
  public init(attestationSeconds: Int = 86_400, assertionSeconds: Int = 120) {
    self.attestationSeconds = attestationSeconds
    self.assertionSeconds = assertionSeconds
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case attestationSeconds = "attestation_seconds"
    case assertionSeconds = "assertion_seconds"
  }

  /// Reads the lifetimes; a missing one is the base's, one out of its range is refused.
  public init(from decoder: any Decoder) throws {
    let fields = try StrictFields<CodingKeys>(decoder)
    self = decoder.basePolicy.challengeLifetimes
    try fields.read(.attestationSeconds, into: &attestationSeconds)
    try fields.read(.assertionSeconds, into: &assertionSeconds)
    try fields.require(.attestationSeconds, ChallengePurpose.attestation.lifetimes.contains(attestationSeconds))
    try fields.require(.assertionSeconds, ChallengePurpose.assertion.lifetimes.contains(assertionSeconds))
  }
}
