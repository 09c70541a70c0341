public import EventStore
public import Foundation
public import Postgres

/// Webhooks for those who manage them over the API, refused in the contract's terms.
public struct WebhookDesk: Sendable {
  private let store: WebhookStore
  private let sealingKeys: SealingKeyStore

  /// The webhooks of a database.
  public init(pool: PostgresPool) {
    store = WebhookStore(pool: pool)
    sealingKeys = SealingKeyStore(pool: pool)
  }

  /// Adds a webhook. The secret is not to be had again.
  public func add(
    url: String, types: [EventType], tenant: Int64
  ) async throws -> (record: WebhookRecord, secret: WebhookSecret) {
    let address: WebhookAddress
    do { address = try WebhookAddress(url) } catch { throw Refusal.webhookAddress(error) }
    do {
      let added = try await sealingKeys.sealing {
        try await store.add(address, types: types, tenant: tenant, sealing: $0)
      }
      guard let added else { throw Refusal.noSealingKey }
      return (try await get(added.id, tenant: tenant), added.secret)
    } catch is WebhookStore.TooMany {
      throw Refusal.tooManyWebhooks
    }
  }

  /// The tenant's webhooks.
  public func list(tenant: Int64) async throws -> [WebhookRecord] {
    try await store.list(tenant: tenant)
  }

  /// One webhook.
  public func get(_ id: String, tenant: Int64) async throws -> WebhookRecord {
    guard let found = try await list(tenant: tenant).first(where: { $0.id == id }) else { throw Refusal.unknownWebhook }
    return found
  }

  /// Removes a webhook with all its messages.
  public func remove(_ id: String, tenant: Int64) async throws {
    guard try await store.remove(id, tenant: tenant) else { throw Refusal.unknownWebhook }
  }

  /// Sends a message without an event.
  public func test(_ id: String, tenant: Int64, at now: Date) async throws {
    guard try await store.test(id, tenant: tenant, at: now) else { throw Refusal.unknownWebhook }
  }

  /// The messages that were given up, the newest first.
  public func deadDeliveries(of id: String, tenant: Int64, limit: Int) async throws -> [DeadDelivery] {
    _ = try await get(id, tenant: tenant)
    return try await store.deadDeliveries(of: id, tenant: tenant, limit: limit)
  }

  /// Which of these messages of a webhook were given up.
  public func dead(_ messages: [Int64], of id: String, tenant: Int64) async throws -> Set<Int64> {
    try await store.dead(messages, of: id, tenant: tenant)
  }

  /// Sends messages that were given up again; gives how many.
  public func replay(_ id: String, deliveries: [Int64]?, tenant: Int64) async throws -> Int {
    _ = try await get(id, tenant: tenant)
    return try await store.replay(id, deliveries: deliveries, tenant: tenant)
  }
}
