import EventStore
import Foundation
public import Postgres

/// Webhooks for the worker: takes events in, opens secrets, stores what came of attempts.
public struct WebhookOutbox: Sendable {
  /// A webhook as it is stored.
  public struct Entry: Sendable, Equatable {
    /// Whose it is.
    public let tenant: Int64
    /// Its number.
    public let number: Int64
    /// Its name.
    public let id: String
    /// Where its messages go.
    public let url: String
    /// The types of events that it is sent; empty for all.
    public let types: [Int16]
    /// Its secret, sealed.
    public let sealed: [UInt8]
  }

  /// What came of one message.
  public struct Ending: Sendable {
    let delivery: Int64
    let lease: Int64
    let kind: Int16
    let next: Date
    let answer: String

    /// A message that was sent, or tried in vain, under a lease.
    public init(_ delivery: Int64, lease: Int64, _ outcome: DeliveryPolicy.Outcome, answer: DeliveryPolicy.Answer) {
      self.init(delivery, lease: lease, outcome, again: 3, answer.label)
    }

    /// A message that was not tried.
    public init(_ delivery: Int64, lease: Int64, untried outcome: DeliveryPolicy.Outcome) {
      self.init(delivery, lease: lease, outcome, again: 4, "not_tried")
    }

    private init(
      _ delivery: Int64, lease: Int64, _ outcome: DeliveryPolicy.Outcome, again: Int16, _ answer: String
    ) {
      (self.delivery, self.lease, self.answer) = (delivery, lease, answer)
      switch outcome {
      case .delivered: (kind, next) = (1, Date(timeIntervalSince1970: 0))
      case .dead: (kind, next) = (2, Date(timeIntervalSince1970: 0))
      case .again(let instant): (kind, next) = (again, instant)
      }
    }
  }

  private static let batch: Int32 = 500
  private let store: WebhookStore

  /// The outbox of a database.
  public init(pool: PostgresPool) {
    store = WebhookStore(pool: pool)
  }

  /// Every webhook of every tenant that is not suspended.
  public func entries() async throws -> [Entry] {
    let rows = try await store.pool.withConnection { connection in
      try await connection.query(
        """
        select w.tenant_id, w.webhook_pk, w.public_id, w.url, w.types, w.sealed
        from assay.webhooks w join assay.tenants t on t.tenant_id = w.tenant_id
        where t.status = 1 order by w.tenant_id, w.webhook_pk
        """)
    }
    return try rows.map { row in
      Entry(
        tenant: try row.decode(0), number: try row.decode(1), id: try row.decode(2), url: try row.decode(3),
        types: try row.decode(4), sealed: try row.decode(5))
    }
  }

  /// Opens a webhook's secret.
  ///
  /// - Throws: `TeamKeyError.otherMasterKey` when it was sealed for another master key.
  public func open(_ entry: Entry, with master: MasterKey) throws(TeamKeyError) -> OpenedWebhook {
    guard let plain = try? master.open(entry.sealed, for: WebhookStore.context(entry.tenant, entry.id)),
      let secret = WebhookSecret(String(decoding: plain, as: UTF8.self))
    else { throw .otherMasterKey }
    return OpenedWebhook(
      number: entry.number, id: entry.id, url: entry.url, types: entry.types.compactMap(EventType.init(rawValue:)),
      secret: secret)
  }

  /// Takes in what a tenant's feed holds for a webhook behind its checkpoint. True when there is more.
  public func takeIn(_ entry: Entry) async throws -> Bool {
    try await store.pool.withTransaction(tenant: entry.tenant) { transaction in
      let reader = FeedReader(tenant: entry.tenant, name: "webhook/\(entry.number)", transaction: transaction)
      let reading = try await reader.read(types: Self.types(entry), limit: Self.batch)
      guard reading.isWorthStoring else { return false }
      let events = reading.events
      try await transaction.query(
        """
        select assay.take_for_webhook($1, $2, $3, $4::text[]::xid8[], $5, $6, $7, $8, $9, $10)
        """,
        [
          .int8(entry.tenant), .int8(entry.number), .int4Array(events.map(\.cursor.epoch)),
          .textArray(events.map { String($0.cursor.transaction) }), .int8Array(events.map(\.cursor.sequence)),
          .int2Array(events.map(\.typeNumber)), .textArray(try events.map(WebhookBody.text)),
          .int4(reading.end.epoch), .transactionID(reading.end.transaction), .int8(reading.end.sequence),
        ])
      return events.count >= Int(Self.batch)
    }
  }

  /// Messages by their numbers.
  public func deliveries(tenant: Int64, _ ids: [Int64]) async throws -> [Int64: WebhookDelivery] {
    let rows = try await store.run(
      tenant,
      """
      select delivery_pk, webhook_pk, body, attempts, created_at from assay.webhook_deliveries
      where tenant_id = $1 and delivery_pk = any ($2) and state = 0
      """, [.int8Array(ids)])
    var found: [Int64: WebhookDelivery] = [:]
    for row in rows {
      let delivery = WebhookDelivery(
        id: try row.decode(0), webhook: try row.decode(1), body: try row.decode(2), attempts: try row.decode(3),
        createdAt: try row.decode(4))
      found[delivery.id] = delivery
    }
    return found
  }

  /// Stores what came of messages; gives how many leases still stood.
  @discardableResult
  public func finish(tenant: Int64, _ endings: [Ending]) async throws -> Int {
    guard !endings.isEmpty else { return 0 }
    return try await store.run(
      tenant, "select assay.finish_deliveries($1, $2, $3, $4, $5, $6)",
      [
        .int8Array(endings.map(\.delivery)), .int8Array(endings.map(\.lease)), .int2Array(endings.map(\.kind)),
        .timestampArray(endings.map(\.next)), .textArray(endings.map(\.answer)),
      ]
    ).single().decode(0)
  }

  /// Forgets what was delivered a week ago, and what was given up thirty days ago.
  public func sweep(tenant: Int64, at now: Date) async throws {
    try await store.run(
      tenant, "select assay.sweep_deliveries($1, $2, $3)",
      [.timestamp(now.addingTimeInterval(-7 * 86_400)), .timestamp(now.addingTimeInterval(-30 * 86_400))])
  }

  /// A webhook is not told that its own messages failed: the message about that would fail as well.
  private static func types(_ entry: Entry) -> [EventType] {
    let wanted = entry.types.isEmpty ? EventType.allCases : entry.types.compactMap(EventType.init(rawValue:))
    return wanted.filter { $0 != .webhookDeliveryFailed }
  }
}
