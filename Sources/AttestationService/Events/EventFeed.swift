import Foundation
import Postgres

/// The events of a tenant in cursor order. Nothing is skipped: an event is shown only once every transaction that could
/// still put one before it has ended.
public struct EventFeed: Sendable {
  let pool: PostgresPool

  /// The events after a cursor (nil: from the beginning), at most `limit`, and only of one type if it is given.
  public func read(tenant: Int64, after cursor: FeedCursor?, limit: Int, type: String?) async throws -> [FeedEvent] {
    let cursor = cursor ?? .start
    let read = PostgresStatement(
      """
      SELECT f.epoch, f.xid, f.seq, f.stream, f.version, f.at, t.name, f.flags, f.counter, f.subject, f.refusal,
        f.correlation_id, f.data::text AS data
      FROM assay.read_feed($1, $2, $3, $4, $5, (SELECT array_agg(type) FROM assay.event_types WHERE name = $6)) f
      JOIN assay.event_types t ON t.type = f.type ORDER BY f.epoch, f.xid, f.seq
      """,
      [
        .int8(tenant), .int4(cursor.epoch), .transactionID(cursor.xid), .int8(cursor.sequence), .int4(Int32(limit)),
        .text(type),
      ])
    return try await pool.transaction(tenant: tenant, [read])[0].map(Self.event)
  }

  /// Whether events of this type exist at all.
  public func knows(type: String) async throws -> Bool {
    let read = PostgresStatement("SELECT 1 FROM assay.event_types WHERE name = $1", [.text(type)])
    return try await pool.transaction(tenant: nil, [read])[0].count == 1
  }

  private static func event(_ row: PostgresRow) throws -> FeedEvent {
    FeedEvent(
      cursor: FeedCursor(
        epoch: try row.decode("epoch"), xid: try row.decode("xid"), sequence: try row.decode("seq")),
      type: try row.decode("name"), stream: try row.decode("stream"), version: try row.decode("version"),
      at: try row.decode("at"), counter: try row.decodeIfPresent("counter"),
      subject: try row.decodeIfPresent("subject"), refusal: try row.decodeIfPresent("refusal"),
      correlationID: try row.decodeIfPresent("correlation_id"),
      isLab: try row.decode("flags", as: Int16.self) & 1 == 1, data: try row.decodeIfPresent("data"))
  }
}
