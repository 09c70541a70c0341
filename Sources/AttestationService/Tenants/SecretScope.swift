/// What a tenant's secret may be used for.
public enum SecretScope: String, Sendable, CaseIterable, Codable {
  /// Challenges, attestations, assertions, key states.
  case verify
  /// Apps, policies, revocation, the event feed.
  case manage
  /// Risk figures.
  case risk
  /// Rollouts.
  case rollout

  /// The stable bit in the database.
  public var bit: Int32 {
    switch self {
    case .verify: 1
    case .manage: 2
    case .risk: 4
    case .rollout: 8
    }
  }

  /// The scopes of a set of bits.
  static func set(bits: Int32) -> Set<SecretScope> { Set(allCases.filter { bits & $0.bit != 0 }) }

  /// The bits of a set of scopes.
  static func bits(_ scopes: some Sequence<SecretScope>) -> Int32 { scopes.reduce(0) { $0 | $1.bit } }
}
