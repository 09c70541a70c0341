public import Foundation

/// `--check-settings`: says what a program would run with, and leaves.
public enum SettingsCheck {
  /// The switch that asks for the check.
  public static let option = "--check-settings"

  /// The report and the exit status for it: 0 when all is well, 2 when not. Secrets are shown as set or not set.
  public static func report<Value>(
    environment: [String: String] = ProcessInfo.processInfo.environment, _ build: (inout Settings) -> Value
  ) -> (text: String, status: Int32) {
    let settings = Settings.inspect(environment: environment, build).settings
    var lines = settings.report.map { "\($0.name) = \($0.shown)\($0.isDefault ? "  (default)" : "")" }
    lines += settings.problems.map { "PROBLEM \($0)" }
    lines.append(settings.problems.isEmpty ? "Settings are good." : "\(settings.problems.count) problem(s).")
    return (lines.joined(separator: "\n") + "\n", settings.problems.isEmpty ? 0 : 2)
  }
}
