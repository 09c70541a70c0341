/// The fields of a policy that a caller sets. Those that it does not name stay as they are, also inside
/// `validation_categories` and `challenge_lifetimes`; a list, and every other value, is replaced whole.
public struct PolicyChange: Sendable {
  /// Whether it sets what only a lab server grants.
  public let setsLab: Bool
  private let json: [UInt8]

  /// Reads the fields from JSON text. Throws `PolicyProblem`.
  public init(json: [UInt8]) throws {
    self.json = json
    setsLab = try AppPolicy(json: json).lab != nil
  }

  /// The policy with the fields changed. Throws `PolicyProblem`.
  public func applied(to policy: AppPolicy) throws -> AppPolicy { try AppPolicy(json: json, changing: policy) }
}
