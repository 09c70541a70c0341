public import Foundation

/// Reads typed settings from the environment, and secrets from files as well.
///
/// Each question answers with a usable value even when the setting is bad, so that one pass finds every problem; the
/// problems are thrown at the end, together. Use it through `Settings.read`.
public struct Settings {
  static let prefix = "ASSAY_"

  private let environment: [String: String]
  private let readFile: (String) throws -> [UInt8]
  private var asked: Set<String> = []
  /// What was found, for `--check-settings`.
  private(set) var report: [SettingsReportLine] = []
  private(set) var problems: [SettingsProblem] = []

  init(environment: [String: String], readFile: @escaping (String) throws -> [UInt8]) {
    self.environment = environment
    self.readFile = readFile
  }

  /// Builds a configuration by asking for one setting after the other. Throws every problem at once.
  public static func read<Value>(
    environment: [String: String] = ProcessInfo.processInfo.environment,
    _ build: (inout Settings) -> Value
  ) throws(SettingsProblems) -> Value {
    try check(environment: environment, build).get()
  }

  /// The same, with a report of what was found.
  static func inspect<Value>(
    environment: [String: String], _ build: (inout Settings) -> Value
  ) -> (settings: Settings, value: Value) {
    var settings = Settings(environment: environment, readFile: readWholeFile)
    let value = build(&settings)
    settings.noteUnknownNames()
    return (settings, value)
  }

  private static func check<Value>(
    environment: [String: String], _ build: (inout Settings) -> Value
  ) -> Result<Value, SettingsProblems> {
    let (settings, value) = inspect(environment: environment, build)
    guard settings.problems.isEmpty else { return .failure(SettingsProblems(problems: settings.problems)) }
    return .success(value)
  }

  private static func readWholeFile(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  // MARK: For the questions

  /// The text of a variable; an empty one counts as not set.
  mutating func raw(_ name: String) -> String? {
    asked.insert(Self.prefix + name)
    guard let text = environment[Self.prefix + name], !text.isEmpty else { return nil }
    return text
  }

  mutating func file(_ path: String) throws -> [UInt8] { try readFile(path) }

  mutating func complain(_ name: String, _ problem: String, _ remedy: String) {
    problems.append(SettingsProblem(name: Self.prefix + name, problem: problem, remedy: remedy))
  }

  mutating func note(_ name: String, _ shown: String, isDefault: Bool) {
    report.append(SettingsReportLine(name: Self.prefix + name, shown: shown, isDefault: isDefault))
  }

  /// A misspelled variable would silently leave a default in force.
  private mutating func noteUnknownNames() {
    for name in environment.keys.sorted() where name.hasPrefix(Self.prefix) && !asked.contains(name) {
      problems.append(
        SettingsProblem(name: name, problem: "no such setting", remedy: "Check the spelling or remove it"))
    }
  }
}
