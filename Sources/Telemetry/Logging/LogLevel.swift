/// How much a log line matters, least first.
public enum LogLevel: String, Sendable, CaseIterable, Comparable {
  /// Every step, for the developer of a part.
  case trace
  /// What a library tells.
  case debug
  /// The normal course of things.
  case info
  /// Normal, and worth noticing.
  case notice
  /// Something is wrong and was coped with.
  case warning
  /// A request or a job failed through our own fault.
  case error
  /// The program cannot go on.
  case critical

  /// By weight.
  public static func < (left: LogLevel, right: LogLevel) -> Bool { left.weight < right.weight }

  private var weight: Int {
    switch self {
    case .trace: 0
    case .debug: 1
    case .info: 2
    case .notice: 3
    case .warning: 4
    case .error: 5
    case .critical: 6
    }
  }
}
