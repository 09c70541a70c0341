import EventStore
public import Foundation
public import Postgres
public import ReceiptRefresh

/// Follows the feed and takes newly registered receipts into the schedule; a new key of an account wakes its silent ones.
public struct ReceiptEnrolment: Sendable {
  /// New keys of one account within thirty days that are a signal.
  private static let manyKeys: Int32 = 3
  private let pool: PostgresPool
  private let schedule: ReceiptSchedule

  /// The enrolment of a database.
  public init(pool: PostgresPool, schedule: ReceiptSchedule) {
    self.pool = pool
    self.schedule = schedule
  }

  /// Every tenant.
  public func tenants() async throws -> [Int64] {
    try await pool.withConnection { connection in
      try await connection.query("select tenant_id from assay.tenants where status = 1 order by tenant_id")
    }.column(0)
  }

  /// Takes in what one tenant's feed holds behind the checkpoint; gives how many events that were.
  public func follow(tenant: Int64, limit: Int32 = 1_000) async throws -> Int {
    try await pool.withTransaction(tenant: tenant) { transaction in
      let reader = FeedReader(tenant: tenant, name: "receipts", transaction: transaction)
      let reading = try await reader.read(types: [.receiptStored], limit: limit)
      guard reading.isWorthStoring else { return 0 }
      let keys = try await newReceipts(tenant, reading.events.map(\.stream), transaction)
      try await transaction.query(
        "select assay.enrol_receipts($1, $2, $3, $4, $5, $6, $7, $8)",
        [
          .int8(tenant), .int8Array(keys.map(\.subject)), .timestampArray(keys.map(\.attestedAt)),
          .timestampArray(keys.map { schedule.nextDue(for: $0, at: $0.attestedAt) }),
          .double(Double(schedule.decayDays.last ?? 0) * 86_400), .int4(reading.end.epoch),
          .transactionID(reading.end.transaction), .int8(reading.end.sequence),
        ])
      if !keys.isEmpty { try await Self.raise(tenant, keys.map(\.subject), since: .distantFuture, transaction) }
      return reading.events.count
    }
  }

  /// Puts the receipts of accounts that reported unsupported devices since an instant before the others.
  public func raiseReported(tenant: Int64, since instant: Date) async throws {
    try await pool.withTransaction(tenant: tenant) { try await Self.raise(tenant, [], since: instant, $0) }
  }

  private static func raise(
    _ tenant: Int64, _ keys: [Int64], since instant: Date, _ transaction: PostgresTransaction
  ) async throws {
    try await transaction.query(
      "select assay.raise_flagged($1, $2, $3, $4)",
      [.int8(tenant), .int8Array(keys), .int4(manyKeys), .timestamp(instant)])
  }

  private func newReceipts(
    _ tenant: Int64, _ keys: [Int64], _ transaction: PostgresTransaction
  ) async throws -> [ReceiptStanding] {
    let rows = try await transaction.query(
      """
      select r.key_pk, k.registered_at, r.created_at, r.not_before, r.expires_at
      from assay.receipts r join assay.keys k on k.tenant_id = r.tenant_id and k.key_pk = r.key_pk
      where r.tenant_id = $1 and r.key_pk = any ($2) and r.verdict = 'accepted' and r.receipt is not null
        and r.expires_at is not null and k.revoked_at is null
      """, [.int8(tenant), .int8Array(keys)])
    return try rows.map { row in
      ReceiptStanding(
        subject: try row.decode(0), attestedAt: try row.decode(1), createdAt: try row.decode(2),
        notBefore: try row.decodeIfPresent(3), expiresAt: try row.decode(4))
    }
  }
}
