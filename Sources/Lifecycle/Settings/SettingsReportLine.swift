/// One setting as `--check-settings` shows it.
struct SettingsReportLine: Sendable, Equatable {
  let name: String
  /// The value, or a word in its place when it is secret.
  let shown: String
  let isDefault: Bool
}
