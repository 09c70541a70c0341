/// A queue of the worker. The set is open: a new queue needs no migration.
public struct QueueName: RawRepresentable, Sendable, Hashable {
  /// The name as it is stored.
  public let rawValue: String

  /// A queue of that name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Refreshes of fraud receipts; the subject is the key's number.
  public static let receipts = QueueName(rawValue: "receipts")
  /// Deliveries of signed webhooks; the subject is the delivery's number.
  public static let webhooks = QueueName(rawValue: "webhooks")
}
