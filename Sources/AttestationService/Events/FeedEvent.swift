import Foundation

/// An event as its tenant reads it.
public struct FeedEvent: Sendable {
  public let cursor: FeedCursor
  public let type: String
  public let stream: Int64
  public let version: Int64
  public let at: Date
  public let counter: Int64?
  public let subject: Int64?
  public let refusal: String?
  public let correlationID: String?
  /// Lab roots were accepted.
  public let isLab: Bool
  /// JSON text.
  public let data: String?
}
