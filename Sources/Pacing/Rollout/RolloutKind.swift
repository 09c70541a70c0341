/// What a rollout is for.
public enum RolloutKind: String, Sendable, Hashable, Codable, CaseIterable {
  /// Attestation is switched on for a growing share of the installations.
  case first = "first_rollout"
  /// Installations whose keys or receipts were lost attest again, with new keys.
  case recovery
  /// No target, only the pace, always on: new users, new devices, reinstalls.
  case surge
}
