import Cryptography
import EventStore
import Foundation
public import Postgres

/// Webhooks and their messages, for those who manage them. It seals secrets and opens none.
public struct WebhookStore: Sendable {
  /// A tenant has no more than 16 webhooks.
  public struct TooMany: Error, Sendable, CustomStringConvertible {
    /// For people.
    public var description: String { "The tenant has 16 webhooks already." }
  }

  let pool: PostgresPool

  /// The webhooks of a database.
  public init(pool: PostgresPool) {
    self.pool = pool
  }

  /// Adds a webhook, which is told of what happens from now on. The secret is not to be had again.
  ///
  /// - Throws: `TooMany`; `PostgresError` `AS424` when the sealing key is no longer in force.
  public func add(
    _ address: WebhookAddress, types: [EventType], tenant: Int64, sealing key: SealingKey
  ) async throws -> (id: String, secret: WebhookSecret) {
    let id = "whk_" + Hex.encode(SecureRandom.bytes(10))
    let secret = WebhookSecret.make()
    let sealed = try key.seal([UInt8](secret.text.utf8), for: Self.context(tenant, id))
    do {
      try await run(
        tenant, "select assay.add_webhook($1, $2, $3, $4, $5, $6)",
        [
          .text(id), .text(address.text), .int2Array(types.map(\.rawValue)), .bytes(sealed), .text(key.fingerprint),
        ])
    } catch let error as PostgresError where error.sqlState == "AS425" {
      throw TooMany()
    }
    return (id, secret)
  }

  /// The tenant's webhooks, the oldest first.
  public func list(tenant: Int64) async throws -> [WebhookRecord] {
    let rows = try await run(
      tenant,
      """
      select w.public_id, w.url, w.types, w.created_at,
        (select count(*) from assay.webhook_deliveries d
         where d.tenant_id = w.tenant_id and d.webhook_pk = w.webhook_pk and d.state = 0) as waiting,
        (select count(*) from assay.webhook_deliveries d
         where d.tenant_id = w.tenant_id and d.webhook_pk = w.webhook_pk and d.state = 2) as dead
      from assay.webhooks w where w.tenant_id = $1 order by w.webhook_pk
      """)
    return try rows.map { row in
      WebhookRecord(
        id: try row.decode("public_id"), url: try row.decode("url"),
        types: try row.decode("types", as: [Int16].self).compactMap(EventType.init(rawValue:)),
        createdAt: try row.decode("created_at"), waiting: try row.decode("waiting"), dead: try row.decode("dead"))
    }
  }

  /// Removes a webhook with all its messages; false when there was none.
  public func remove(_ id: String, tenant: Int64) async throws -> Bool {
    try await run(tenant, "select assay.remove_webhook($1, $2)", [.text(id)]).single().decode(0)
  }

  /// Sends a message without an event; false when there is no such webhook.
  public func test(_ id: String, tenant: Int64, at now: Date) async throws -> Bool {
    let made: Int64? = try await run(
      tenant, "select assay.test_webhook($1, $2, $3)", [.text(id), .text(try WebhookBody.test(id, at: now))]
    ).single().decodeIfPresent(0)
    return made != nil
  }

  /// The messages of a webhook that were given up, the newest first.
  public func deadDeliveries(of id: String, tenant: Int64, limit: Int) async throws -> [DeadDelivery] {
    let rows = try await run(
      tenant,
      """
      select d.delivery_pk, coalesce(t.name, 'webhook_test') as type, d.attempts, coalesce(d.last_answer, '') as answer,
        d.created_at, d.ended_at
      from assay.webhook_deliveries d
      join assay.webhooks w on w.tenant_id = d.tenant_id and w.webhook_pk = d.webhook_pk
      left join assay.event_types t on t.type = d.type
      where d.tenant_id = $1 and w.public_id = $2 and d.state = 2 order by d.delivery_pk desc limit $3
      """, [.text(id), .int4(Int32(clamping: limit))])
    return try rows.map { row in
      DeadDelivery(
        id: try row.decode("delivery_pk"), type: try row.decode("type"), attempts: try row.decode("attempts"),
        answer: try row.decode("answer"), createdAt: try row.decode("created_at"), endedAt: try row.decode("ended_at"))
    }
  }

  /// Which of these messages of a webhook were given up.
  public func dead(_ messages: [Int64], of id: String, tenant: Int64) async throws -> Set<Int64> {
    let rows = try await run(
      tenant,
      """
      select d.delivery_pk from assay.webhook_deliveries d
      join assay.webhooks w on w.tenant_id = d.tenant_id and w.webhook_pk = d.webhook_pk
      where d.tenant_id = $1 and w.public_id = $2 and d.state = 2 and d.delivery_pk = any ($3)
      """, [.text(id), .int8Array(messages)])
    return Set(try rows.map { try $0.decode(0) })
  }

  /// Sends messages that were given up again: those that are named, or all of the webhook's. Gives how many.
  public func replay(_ id: String, deliveries: [Int64]? = nil, tenant: Int64) async throws -> Int {
    try await run(
      tenant, "select assay.replay_deliveries($1, $2, $3)", [.text(id), deliveries.map { .int8Array($0) } ?? .null]
    ).single().decode(0)
  }

  @discardableResult
  func run(_ tenant: Int64, _ sql: String, _ binds: [PostgresValue] = []) async throws -> PostgresRows {
    try await pool.transaction(tenant: tenant, [PostgresStatement(sql, [.int8(tenant)] + binds)])[0]
  }

  /// Binds a sealed secret to its place: moved to another webhook's row it does not open.
  static func context(_ tenant: Int64, _ id: String) -> String { "webhook/\(tenant)/\(id)" }
}

extension WebhookStore {
  /// Seals every secret of a tenant anew for another master key; one that is there already is left alone.
  ///
  /// - Returns: how many were sealed anew.
  /// - Throws: `TeamKeyError.otherMasterKey` when one opens with neither; what was done until then stays done.
  public func rotate(tenant: Int64, from old: MasterKey, to new: SealingKey) async throws -> Int {
    let rows = try await run(
      tenant, "select public_id, sealed from assay.webhooks where tenant_id = $1 and master_key <> $2",
      [.text(new.fingerprint)])
    var count = 0
    for row in rows {
      let id: String = try row.decode(0)
      let sealed: [UInt8] = try row.decode(1)
      guard let plain = try? old.open(sealed, for: Self.context(tenant, id)) else { throw TeamKeyError.otherMasterKey }
      let isResealed: Bool = try await run(
        tenant, "select assay.reseal_webhook($1, $2, $3, $4, $5)",
        [
          .text(id), .bytes(sealed), .bytes(try new.seal(plain, for: Self.context(tenant, id))),
          .text(new.fingerprint),
        ]
      ).single().decode(0)
      if isResealed { count += 1 }
    }
    return count
  }
}
