import AttestationService
import HTTPServer

/// The tenant's feed.
struct EventCalls: Sendable {
  let feed: EventFeed

  var entries: [APIHandler.Entry] { [.init(operation: .readEvents, endpoint: .task(read))] }

  private func read(_ caller: Caller) async throws -> HTTPResponse {
    let items = try caller.items()
    let after = try cursor(items)
    let type = try items.optionalText("type", bytes: 1...64)
    if let type, try await !feed.knows(type: type) {
      throw Refusal.invalidField("?type", "There are no events of this type.")
    }
    let limit = try items.optionalInteger("limit", in: 1...1_000) ?? 100
    let events = try await feed.read(tenant: caller.tenant, after: after, limit: limit, type: type)
    let next = events.last?.cursor ?? after ?? .start
    return .json(
      200,
      .object([
        JSONMember("events", .array(try events.map { try $0.json })), JSONMember("next_cursor", .text(next.text)),
      ]))
  }

  private func cursor(_ items: QueryItems) throws(Refusal) -> FeedCursor? {
    guard let text = try items.optionalText("after", bytes: 1...128) else { return nil }
    guard let cursor = FeedCursor(text) else { throw .invalidField("?after", "This is not a cursor of the feed.") }
    return cursor
  }
}

extension FeedEvent {
  /// The event as the API shows it.
  var json: JSONValue {
    get throws(Refusal) {
      var members = [
        JSONMember("cursor", .text(cursor.text)), JSONMember("type", .text(type)),
        JSONMember("stream", .text(String(stream))), JSONMember("version", .integer(version)),
        JSONMember("at", .instant(at)), JSONMember("lab", .bool(isLab)),
      ]
      members.add("counter", counter.map(JSONValue.integer))
      members.add("subject", subject.map { .text(String($0)) })
      members.add("refusal", refusal.map(JSONValue.text))
      members.add("correlation_id", correlationID.map(JSONValue.text))
      if let data { members.append(JSONMember("data", try JSONReader.read(Array(data.utf8)))) }
      return .object(members)
    }
  }
}
