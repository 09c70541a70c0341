import EventStore
import Postgres

/// The events of a tenant in cursor order. Nothing is skipped: an event is shown only once every transaction that could
/// still put one before it has ended.
public struct EventFeed: Sendable {
  let pool: PostgresPool

  /// A feed on a pool of connections.
  public init(pool: PostgresPool) { self.pool = pool }

  /// The events after a cursor, at most `limit`, and only of one type if it is given.
  public func read(
    tenant: Int64, after cursor: FeedCursor = .start, limit: Int, type: EventType? = nil
  ) async throws -> [RecordedEvent] {
    try await pool.withTransaction(tenant: tenant) { transaction in
      try await EventStore.feed(
        of: tenant, after: cursor, limit: Int32(clamping: limit), types: type.map { [$0] }, on: transaction)
    }
  }

  /// The events of one stream behind a version.
  public func read(tenant: Int64, stream: Int64, after version: Int64, limit: Int) async throws -> [RecordedEvent] {
    try await pool.withTransaction(tenant: tenant) { transaction in
      try await EventStore.read(
        stream: stream, of: tenant, after: version, limit: Int32(clamping: limit), on: transaction)
    }
  }
}
