/// One sub-command of `assay`.
///
/// A command declares its syntax as data, so that parsing, `--help` and `assay help` cannot disagree. It reads and writes
/// through the console only, so that tests run it in process.
public protocol Command: Sendable {
  /// The words that call it, such as `verify attestation`.
  static var name: String { get }
  /// What it does, in one line without a full stop.
  static var summary: String { get }
  /// What it takes.
  static var syntax: CommandSyntax { get }

  /// Takes arguments that agree with the syntax; refuses values that make no sense.
  init(_ arguments: ParsedArguments) throws(UsageError)

  /// Does it. An error thrown is printed and ends the program with status 1.
  func run(_ console: Console) async throws -> ExitStatus
}

/// How a command ended: the status of the process.
public enum ExitStatus: Int32, Sendable {
  /// Done, or accepted.
  case success = 0
  /// Refused, or failed.
  case refused = 1
  /// Called wrongly.
  case usage = 2
  /// An input that cannot be read.
  case unreadable = 3
}

/// A call that makes no sense: says what is wrong, and what to type instead.
public struct UsageError: Error, Sendable, Equatable {
  /// What is wrong.
  public let problem: String
  /// What to do about it.
  public let mend: String

  /// Says what is wrong, and how to mend it.
  public init(_ problem: String, mend: String) {
    (self.problem, self.mend) = (problem, mend)
  }
}

/// An input that cannot be read: the program ends with status 3.
public struct UnreadableInput: Error, Sendable, Equatable {
  /// What cannot be read, and why.
  public let problem: String

  /// Says what cannot be read, and why.
  public init(_ problem: String) {
    self.problem = problem
  }
}
