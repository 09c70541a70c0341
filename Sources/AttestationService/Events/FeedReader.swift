import EventStore
import Postgres

/// Reads a tenant's feed behind a stored checkpoint, inside the transaction that also moves it.
struct FeedReader {
  /// Events, and the place up to which everything of their types was seen.
  struct Reading {
    let events: [RecordedEvent]
    let start: FeedCursor
    let end: FeedCursor

    /// False when there is nothing to do: a checkpoint that only creeps forward is not worth a commit each time.
    var isWorthStoring: Bool {
      !events.isEmpty || (end > start && end.transaction > start.transaction &+ 1_000)
    }
  }

  let tenant: Int64
  /// The name of its checkpoint.
  let name: String
  let transaction: PostgresTransaction

  /// The next events of some types. Where they end, the checkpoint moves on to the feed's horizon, so that a reader of
  /// rare events does not read past all the others again each time.
  func read(types: [EventType], limit: Int32) async throws -> Reading {
    let start = try await checkpoint()
    // Before the feed: whatever lies behind this horizon, the reading that follows has seen.
    let horizon = try await horizon()
    let events = try await EventStore.feed(of: tenant, after: start, limit: limit, types: types, on: transaction)
    let last = events.last?.cursor ?? start
    let end = events.count < Int(limit) ? max(last, horizon ?? last) : last
    return Reading(events: events, start: start, end: end)
  }

  private func checkpoint() async throws -> FeedCursor {
    let rows = try await transaction.query(
      "select epoch, xid, seq from assay.feed_checkpoints where tenant_id = $1 and reader = $2",
      [.int8(tenant), .text(name)])
    guard let row = rows.first else { return .start }
    return FeedCursor(epoch: try row.decode(0), transaction: try row.decode(1), sequence: try row.decode(2))
  }

  private func horizon() async throws -> FeedCursor? {
    let rows = try await transaction.query("select epoch, xid from assay.feed_horizon($1)", [.int8(tenant)])
    return try rows.first.map { row in
      FeedCursor(epoch: try row.decode(0), transaction: try row.decode(1), sequence: 0)
    }
  }
}
