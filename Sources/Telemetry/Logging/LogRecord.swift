public import Foundation

/// One line of a log, before it is written.
public struct LogRecord: Sendable {
  /// When it happened.
  public let date: Date
  /// How much it matters.
  public let level: LogLevel
  /// The part of the program that says it.
  public let label: String
  /// What happened, in constant words.
  public let message: String
  /// What it happened to.
  public let metadata: Metadata

  /// A record.
  public init(date: Date, level: LogLevel, label: String, message: String, metadata: Metadata) {
    self.date = date
    self.level = level
    self.label = label
    self.message = message
    self.metadata = metadata
  }
}
