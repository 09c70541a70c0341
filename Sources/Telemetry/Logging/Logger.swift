public import Foundation

/// Writes log lines: constant words, and metadata under declared keys. Never bodies, tokens, proofs or query strings.
public struct Logger: Sendable {
  /// The least level that is written.
  public var level: LogLevel
  private let label: String
  private let format: LogFormat
  private let destination: any LogDestination
  private let clock: @Sendable () -> Date
  private var context: Metadata = [:]

  /// A logger for one part of the program, named by `label`.
  public init(
    label: String, level: LogLevel = .info, format: LogFormat = .json,
    destination: any LogDestination = DescriptorDestination(), clock: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.label = label
    self.level = level
    self.format = format
    self.destination = destination
    self.clock = clock
  }

  /// The same logger for another part of the program.
  public func labelled(_ label: String) -> Logger {
    var copy = Logger(label: label, level: level, format: format, destination: destination, clock: clock)
    copy.context = context
    return copy
  }

  /// The same logger, with metadata that every line carries.
  public func with(_ metadata: Metadata) -> Logger {
    var copy = self
    copy.context = context.merging(metadata)
    return copy
  }

  /// Writes a line, if its level is high enough. The metadata is not built otherwise.
  public func log(_ level: LogLevel, _ message: StaticString, _ metadata: @autoclosure () -> Metadata = [:]) {
    guard level >= self.level else { return }
    let record = LogRecord(
      date: clock(), level: level, label: label, message: message.description, metadata: context.merging(metadata()))
    destination.write(format.line(record))
  }

  /// For the developer of a part.
  public func trace(_ message: StaticString, _ metadata: @autoclosure () -> Metadata = [:]) {
    log(.trace, message, metadata())
  }
  /// What a library tells.
  public func debug(_ message: StaticString, _ metadata: @autoclosure () -> Metadata = [:]) {
    log(.debug, message, metadata())
  }
  /// The normal course of things.
  public func info(_ message: StaticString, _ metadata: @autoclosure () -> Metadata = [:]) {
    log(.info, message, metadata())
  }
  /// Normal, and worth noticing.
  public func notice(_ message: StaticString, _ metadata: @autoclosure () -> Metadata = [:]) {
    log(.notice, message, metadata())
  }
  /// Something is wrong and was coped with.
  public func warning(_ message: StaticString, _ metadata: @autoclosure () -> Metadata = [:]) {
    log(.warning, message, metadata())
  }
  /// Something failed through our own fault.
  public func error(_ message: StaticString, _ metadata: @autoclosure () -> Metadata = [:]) {
    log(.error, message, metadata())
  }
  /// The program cannot go on.
  public func critical(_ message: StaticString, _ metadata: @autoclosure () -> Metadata = [:]) {
    log(.critical, message, metadata())
  }
}
