import AppAttest
import Foundation
public import Postgres
import ReceiptRefresh

/// Loads the receipts that a worker asks about, and stores what came of it: one call for each tenant and batch.
public struct ReceiptRefreshStore: Sendable {
  private let pool: PostgresPool

  /// The receipts of a database.
  public init(pool: PostgresPool) {
    self.pool = pool
  }

  /// The receipts of keys. A key without a receipt is left out.
  public func load(tenant: Int64, keys: [Int64]) async throws -> [Int64: ReceiptWork] {
    let rows = try await pool.transaction(
      tenant: tenant, [PostgresStatement(Self.loading, [.int8(tenant), .int8Array(keys)])])[0]
    var found: [Int64: ReceiptWork] = [:]
    for row in rows {
      let work = try Self.work(row)
      found[work.standing.subject] = work
    }
    return found
  }

  /// Stores results. Gives the keys whose lease still stood; for the others nothing was changed.
  public func store(tenant: Int64, _ results: [ReceiptResult]) async throws -> Set<Int64> {
    guard !results.isEmpty else { return [] }
    let binds = [.int8(tenant)] + ReceiptColumnsOfResults(results: results).binds
    let marks = (1...binds.count).map { "$\($0)" }.joined(separator: ", ")
    let rows = try await pool.transaction(
      tenant: tenant, [PostgresStatement("select key_pk from assay.store_refreshes(\(marks))", binds)])[0]
    return Set(try rows.column(0))
  }

  /// Brings receipts back that wait for a person; gives how many.
  public func requeue(tenant: Int64, keys: [Int64]) async throws -> Int {
    let binds: [PostgresValue] = [.int8(tenant), .int8Array(keys)]
    return try await pool.transaction(
      tenant: tenant, [PostgresStatement("select assay.requeue_receipts($1, $2)", binds)])[0].single().decode(0)
  }

  /// The database's clock: what is due is due by it, on every worker.
  public func clock() async throws -> Date {
    try await pool.withConnection { try await $0.query("select clock_timestamp()") }.single().decode(0)
  }

  private static let loading = """
    select k.key_pk, a.app_id, k.public_key, k.environment, k.revoked_at is not null as revoked, r.receipt,
      r.environment as stated, r.created_at, r.not_before, r.expires_at, r.risk_metric, f.state, f.attested_at, f.attempts,
      f.asked
    from assay.receipt_refresh f
    join assay.keys k on k.tenant_id = f.tenant_id and k.key_pk = f.key_pk
    join assay.apps a on a.tenant_id = f.tenant_id and a.app_pk = f.app_pk
    join assay.receipts r on r.tenant_id = f.tenant_id and r.key_pk = f.key_pk
    where f.tenant_id = $1 and f.key_pk = any ($2) and r.receipt is not null and r.expires_at is not null
    """

  private static func work(_ row: PostgresRow) throws -> ReceiptWork {
    let registered: Int16 = try row.decode("environment")
    let stated = try row.decodeIfPresent("stated", as: String.self).flatMap(AttestationEnvironment.init(rawValue:))
    return ReceiptWork(
      standing: ReceiptStanding(
        subject: try row.decode("key_pk"),
        state: ReceiptStanding.State(rawValue: try row.decode("state")) ?? .held,
        attestedAt: try row.decode("attested_at"), createdAt: try row.decode("created_at"),
        notBefore: try row.decodeIfPresent("not_before"), expiresAt: try row.decode("expires_at"),
        metric: try row.decodeIfPresent("risk_metric"), attempts: try row.decode("attempts"),
        asked: try row.decode("asked")),
      receipt: try row.decode("receipt"), environment: stated ?? (registered == 1 ? .production : .development),
      appID: try row.decode("app_id"), publicKey: try row.decode("public_key"), isRevoked: try row.decode("revoked"))
  }
}
