public import EventStore

/// A webhook with its secret in clear: it lives in the worker's memory only.
public struct OpenedWebhook: Sendable {
  /// Its number.
  public let number: Int64
  /// Its name.
  public let id: String
  /// Where its messages go.
  public let url: String
  /// The types of events that it is sent; empty for all.
  public let types: [EventType]
  /// What signs its messages.
  public let secret: WebhookSecret
}
