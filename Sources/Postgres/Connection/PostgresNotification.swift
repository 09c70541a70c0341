/// A message sent with NOTIFY.
public struct PostgresNotification: Sendable, Equatable {
  /// The channel it was sent on.
  public let channel: String
  /// The payload; empty when there was none.
  public let payload: String

  /// Makes a notification; used by tests and by a listener that has reconnected.
  public init(channel: String, payload: String) {
    self.channel = channel
    self.payload = payload
  }
}
