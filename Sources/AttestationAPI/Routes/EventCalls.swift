import AttestationService
import EventStore
import HTTPServer

/// The tenant's feed.
struct EventCalls: Sendable {
  let feed: EventFeed

  var entries: [APIHandler.Entry] { [.init(operation: .readEvents, endpoint: .task(read))] }

  private func read(_ caller: Caller) async throws -> HTTPResponse {
    let items = try caller.items()
    let after = try cursor(items) ?? .start
    let limit = try items.optionalInteger("limit", in: 1...1_000) ?? 100
    let events = try await feed.read(tenant: caller.tenant, after: after, limit: limit, type: try type(items))
    return .json(
      200,
      .object([
        JSONMember("events", .array(try events.map { try $0.json })),
        JSONMember("next_cursor", .text((events.last?.cursor ?? after).text)),
      ]))
  }

  private func cursor(_ items: QueryItems) throws(Refusal) -> FeedCursor? {
    guard let text = try items.optionalText("after", bytes: 1...128) else { return nil }
    guard let cursor = FeedCursor(text: text) else { throw .invalidField("?after", "This is not a cursor of the feed.") }
    return cursor
  }

  private func type(_ items: QueryItems) throws(Refusal) -> EventType? {
    guard let name = try items.optionalText("type", bytes: 1...64) else { return nil }
    guard let type = EventType(name: name) else { throw .invalidField("?type", "There are no events of this type.") }
    return type
  }
}
