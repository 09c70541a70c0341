/// What it means when a device shows no validation category or bundle version (systems before 27, or an older SDK).
public enum MissingExtensionRule: String, Codable, Sendable, CaseIterable {
  /// Accepted; but a key that has shown the extensions once must keep showing them.
  case missingOk = "missing_ok"
  /// Refused.
  case require
}
