/// What is wrong with one setting, and what to do about it. Never holds the value of a secret.
public struct SettingsProblem: Sendable, Equatable, CustomStringConvertible {
  /// The variable's full name.
  public let name: String
  /// What is wrong.
  public let problem: String
  /// What to do.
  public let remedy: String

  /// One line for the operator.
  public var description: String { "\(name): \(problem). \(remedy)" }
}

/// Everything that is wrong with the settings, at once.
public struct SettingsProblems: Error, Sendable, Equatable, CustomStringConvertible {
  /// The problems, in the order in which the settings were asked for.
  public let problems: [SettingsProblem]

  /// One line for each problem.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
