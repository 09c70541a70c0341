import Foundation
import Postgres

/// An event as it stands in the store.
public struct RecordedEvent: Sendable, Equatable {
  /// Its place in the feed.
  public let cursor: FeedCursor
  /// The stream: the id of the entity it happened to.
  public let stream: Int64
  /// Its number in the stream, from 1, without gaps.
  public let version: Int64
  /// When it was recorded, by the database's clock.
  public let at: Date
  /// The number of its type; a newer program may have written one that this one does not know.
  public let typeNumber: Int16
  /// Lab roots were accepted.
  public let isLab: Bool
  /// An assertion showed its extensions.
  public let showedExtensions: Bool
  /// The asserted counter.
  public let counter: Int64?
  /// The other entity concerned: an assertion's challenge, a key's account.
  public let subject: Int64?
  /// Why something was refused.
  public let refusal: String?
  /// The request that caused it.
  public let correlationID: String?
  /// What the type needs beyond the columns, as JSON text.
  public let data: String?

  /// What happened, when this program knows the type.
  public var type: EventType? { EventType(rawValue: typeNumber) }

  init(_ row: PostgresRow) throws(PostgresError) {
    cursor = FeedCursor(
      epoch: try row.decode("epoch"), transaction: try row.decode("xid"), sequence: try row.decode("seq"))
    stream = try row.decode("stream")
    version = try row.decode("version")
    at = try row.decode("at")
    typeNumber = try row.decode("type")
    let flags: Int16 = try row.decode("flags")
    isLab = flags & 1 != 0
    showedExtensions = flags & 2 != 0
    counter = try row.decodeIfPresent("counter")
    subject = try row.decodeIfPresent("subject")
    refusal = try row.decodeIfPresent("refusal")
    correlationID = try row.decodeIfPresent("correlation_id")
    data = try row.decodeIfPresent("data")
  }
}
