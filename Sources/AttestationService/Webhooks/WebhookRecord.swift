public import EventStore
public import Foundation

/// What may be told of a webhook: never its secret.
public struct WebhookRecord: Sendable {
  /// Its name, `whk_…`.
  public let id: String
  /// Where its messages go.
  public let url: String
  /// The types of events that it is sent; empty for all.
  public let types: [EventType]
  /// When it was added.
  public let createdAt: Date
  /// Messages that wait to be sent, or to be sent again.
  public let waiting: Int
  /// Messages that were given up and can be replayed.
  public let dead: Int
}
