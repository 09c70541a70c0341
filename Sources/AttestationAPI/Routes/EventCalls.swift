import AttestationService
import HTTPServer

/// The tenant's feed.
struct EventCalls: Sendable {
  let feed: EventFeed

  var entries: [APIHandler.Entry] { [.init(operation: .readEvents, endpoint: .task(read))] }

  private func read(_ caller: Caller) async throws -> HTTPResponse {
    let items = try caller.items()
    let page = try await feed.read(
      tenant: caller.tenant, after: try items.optionalText("after", bytes: 1...128),
      limit: try items.optionalInteger("limit", in: 1...1_000) ?? 100,
      type: try items.optionalText("type", bytes: 1...64))
    return .json(200, text: page.json)
  }
}
