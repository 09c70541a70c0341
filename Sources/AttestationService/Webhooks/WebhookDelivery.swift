public import Foundation

/// A message that is due.
public struct WebhookDelivery: Sendable {
  /// Its number.
  public let id: Int64
  /// Its webhook's number.
  public let webhook: Int64
  /// The bytes that are sent with every attempt.
  public let body: String
  /// Attempts that were made.
  public let attempts: Int
  /// When it was made.
  public let createdAt: Date

  /// The value of `webhook-id`: the same for every attempt and every replay, so that a receiver can tell a repeat.
  public var messageID: String { DeadDelivery.name(of: id) }

  /// A message.
  public init(id: Int64, webhook: Int64, body: String, attempts: Int, createdAt: Date) {
    self.id = id
    self.webhook = webhook
    self.body = body
    self.attempts = attempts
    self.createdAt = createdAt
  }
}
