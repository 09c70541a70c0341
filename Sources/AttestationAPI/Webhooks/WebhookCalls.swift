import AttestationService
import EventStore
import Foundation
import HTTPServer

/// The calls about webhooks.
struct WebhookCalls: Sendable {
  let desk: WebhookDesk

  var entries: [APIHandler.Entry] {
    [
      .init(operation: .addWebhook, endpoint: .task(add)), .init(operation: .listWebhooks, endpoint: .task(list)),
      .init(operation: .removeWebhook, endpoint: .task(remove)), .init(operation: .testWebhook, endpoint: .task(test)),
      .init(operation: .listDeadLetters, endpoint: .task(listDead)),
      .init(operation: .replayWebhook, endpoint: .task(replay)),
    ]
  }

  private func add(_ caller: Caller) async throws -> HTTPResponse {
    let body = try caller.object()
    let names = try body.texts("types") ?? []
    var types: [EventType] = []
    for (index, name) in names.enumerated() {
      guard let type = EventType(name: name), !types.contains(type) else {
        throw Refusal.invalidField("/types/\(index)", "Each item must be a type of events, and stand once.")
      }
      types.append(type)
    }
    let added = try await desk.add(url: try body.text("url", bytes: 1...2_048), types: types, tenant: caller.tenant)
    return .json(201, .object(added.record.members + [JSONMember("secret", .text(added.secret.text))]))
  }

  private func list(_ caller: Caller) async throws -> HTTPResponse {
    let found = try await desk.list(tenant: caller.tenant)
    return .json(200, .object([JSONMember("webhooks", .array(found.map { .object($0.members) }))]))
  }

  private func remove(_ caller: Caller) async throws -> HTTPResponse {
    try await desk.remove(caller.parameters[0], tenant: caller.tenant)
    return HTTPResponse(status: 204)
  }

  private func test(_ caller: Caller) async throws -> HTTPResponse {
    _ = try caller.object()
    try await desk.test(caller.parameters[0], tenant: caller.tenant, at: Date())
    return HTTPResponse(status: 202)
  }

  private func listDead(_ caller: Caller) async throws -> HTTPResponse {
    let limit = try caller.items().optionalInteger("limit", in: 1...1_000) ?? 100
    let found = try await desk.deadDeliveries(of: caller.parameters[0], tenant: caller.tenant, limit: limit)
    return .json(200, .object([JSONMember("dead_letters", .array(found.map(\.json)))]))
  }

  private func replay(_ caller: Caller) async throws -> HTTPResponse {
    let names = try caller.object().texts("ids")
    let ids = try names?.enumerated().map { index, name in
      guard let id = DeadDelivery.number(of: name) else {
        throw Refusal.invalidField("/ids/\(index)", "Each item must be a message's name, msg_….")
      }
      return id
    }
    let count = try await desk.replay(caller.parameters[0], deliveries: ids, tenant: caller.tenant)
    return .json(200, .object([JSONMember("replayed", .integer(Int64(count)))]))
  }
}

extension WebhookRecord {
  fileprivate var members: [JSONMember] {
    [
      JSONMember("id", .text(id)), JSONMember("url", .text(url)),
      JSONMember("types", .array(types.map { .text($0.name) })), JSONMember("created_at", .instant(createdAt)),
      JSONMember("waiting", .integer(Int64(waiting))), JSONMember("dead", .integer(Int64(dead))),
    ]
  }
}

extension DeadDelivery {
  fileprivate var json: JSONValue {
    .object([
      JSONMember("id", .text(name)), JSONMember("type", .text(type)), JSONMember("attempts", .integer(Int64(attempts))),
      JSONMember("answer", .text(answer)), JSONMember("created_at", .instant(createdAt)),
      JSONMember("given_up_at", .instant(endedAt)),
    ])
  }
}
