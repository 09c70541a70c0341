public import Foundation

/// The audit stream: apart from the log, always JSON, never filtered by level.
public struct AuditLog: Sendable {
  private let destination: any LogDestination
  private let clock: @Sendable () -> Date

  /// A stream to the given destination.
  public init(
    destination: any LogDestination = DescriptorDestination(), clock: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.destination = destination
    self.clock = clock
  }

  /// Writes a record.
  public func write(_ record: AuditRecord) {
    var metadata: Metadata = [
      .actor: .text(record.actor), .target: .text(record.target), .succeeded: .flag(record.succeeded),
    ]
    metadata[.tenant] = record.tenant.map { .text($0) }
    metadata[.correlationID] = record.correlationID.map { .text($0.description) }
    let line = LogRecord(
      date: clock(), level: .notice, label: "audit", message: record.action.description, metadata: metadata)
    destination.write(LogFormat.json.line(line))
  }
}

extension MetadataKey {
  static let actor = MetadataKey("actor")
  static let target = MetadataKey("target")
  static let succeeded = MetadataKey("succeeded")
}
