import Postgres

/// The events of tenants: append to a stream, read a stream, read the feed. It runs on any executor whose transaction has
/// its tenant set, so that state and events commit together.
public enum EventStore {
  /// SQLSTATE of an append that found the stream at another version than expected.
  public static let conflict = "AS409"

  /// What an append demands of the stream.
  public enum ExpectedVersion: Sendable, Equatable {
    /// Anything goes.
    case any
    /// The stream must not exist.
    case new
    /// The stream must be exactly here.
    case exactly(Int64)

    var number: Int64? {
      switch self {
      case .any: nil
      case .new: 0
      case .exactly(let version): version
      }
    }
  }

  /// Appends events to a stream that is not a key's, and returns its new version.
  ///
  /// - Throws: `PostgresError` with SQLSTATE `AS409` when the stream is not at the expected version.
  public static func append(
    _ events: [NewEvent], to stream: Int64, of tenant: Int64, expecting expected: ExpectedVersion,
    correlationID: String?, on executor: any PostgresExecutor
  ) async throws -> Int64 {
    try await executor.query(
      "select assay.append_events($1, $2, $3, $4, $5, $6, $7, $8)",
      [
        .int8(tenant), .int8(stream), .int8(expected.number), .int2Array(events.map(\.type.rawValue)),
        .int8Array(events.map { $0.subject ?? 0 }), .textArray(events.map { $0.refusal ?? "" }),
        .jsonArray(events.map { $0.data ?? "null" }), .text(correlationID),
      ]
    ).single().decode(0)
  }

  /// Up to `limit` events of a stream behind a version, in order.
  public static func read(
    stream: Int64, of tenant: Int64, after version: Int64 = 0, limit: Int32 = 1000, on executor: any PostgresExecutor
  ) async throws -> [RecordedEvent] {
    try await executor.query(
      """
      select epoch, xid, seq, stream, version, at, type, flags, counter, subject, refusal, correlation_id, data
      from assay.events where tenant_id = $1 and stream = $2 and version > $3 order by version limit $4
      """, [.int8(tenant), .int8(stream), .int8(version), .int4(limit)]
    ).map { row in try RecordedEvent(row) }
  }

  /// Up to `limit` events of a tenant behind a cursor, in the feed's order. Nothing that commits late is ever skipped:
  /// events wait until every transaction that began before theirs has ended.
  public static func feed(
    of tenant: Int64, after cursor: FeedCursor, limit: Int32 = 1000, types: [EventType]? = nil,
    on executor: any PostgresExecutor
  ) async throws -> [RecordedEvent] {
    try await executor.query(
      "select * from assay.read_feed($1, $2, $3, $4, $5, $6)",
      [
        .int8(tenant), .int4(cursor.epoch), .transactionID(cursor.transaction), .int8(cursor.sequence), .int4(limit),
        types.map { .int2Array($0.map(\.rawValue)) } ?? .null,
      ]
    ).map { row in try RecordedEvent(row) }
  }
}
