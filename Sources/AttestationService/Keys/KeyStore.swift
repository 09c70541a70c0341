import Foundation
import Postgres

/// The keys in the database.
struct KeyStore: Sendable {
  private static let state = """
    SELECT k.key_pk, k.key_id, a.account_id, k.device_id, s.status, k.environment, s.counter, k.registered_at,
      k.revoked_at, k.revocation_reason, k.validation_category, k.bundle_version, k.is_lab,
      r.verdict, r.refusal AS receipt_refusal
    FROM assay.keys k
    JOIN assay.key_state s ON s.tenant_id = k.tenant_id AND s.key_pk = k.key_pk
    JOIN assay.accounts a ON a.tenant_id = k.tenant_id AND a.account_pk = k.account_pk
    LEFT JOIN assay.receipts r ON r.tenant_id = k.tenant_id AND r.key_pk = k.key_pk
    WHERE k.tenant_id = $1 AND k.app_pk = $2
    """
  let pool: PostgresPool

  func state(tenant: Int64, app: Int64, keyID: [UInt8]) async throws -> KeyState? {
    let read = PostgresStatement("\(Self.state) AND k.key_id = $3", [.int8(tenant), .int8(app), .bytes(keyID)])
    return try await pool.transaction(tenant: tenant, [read])[0].first.map(Self.keyState)
  }

  func state(tenant: Int64, app: Int64, key: Int64) async throws -> KeyState? {
    let read = PostgresStatement("\(Self.state) AND k.key_pk = $3", [.int8(tenant), .int8(app), .int8(key)])
    return try await pool.transaction(tenant: tenant, [read])[0].first.map(Self.keyState)
  }

  func list(tenant: Int64, app: Int64, limit: Int) async throws -> [KeyState] {
    let read = PostgresStatement(
      "\(Self.state) ORDER BY k.key_pk DESC LIMIT $3", [.int8(tenant), .int8(app), .int8(Int64(limit))])
    return try await pool.transaction(tenant: tenant, [read])[0].map(Self.keyState)
  }

  func activeCount(tenant: Int64, app: Int64) async throws -> Int64 {
    let read = PostgresStatement(
      "SELECT count(*) FROM assay.keys WHERE tenant_id = $1 AND app_pk = $2 AND revoked_at IS NULL",
      [.int8(tenant), .int8(app)])
    return try await pool.transaction(tenant: tenant, [read])[0].single().decode(0)
  }

  func revoke(tenant: Int64, app: Int64, keyID: [UInt8], reason: String, correlationID: String?) async throws {
    let revoke = PostgresStatement(
      "SELECT assay.revoke_key($1, $2, $3, $4, $5)",
      [.int8(tenant), .int8(app), .bytes(keyID), .text(reason), .text(correlationID)])
    do { _ = try await pool.transaction(tenant: tenant, [revoke]) } catch let error as PostgresError
      where error.sqlState == "AS404"
    { throw Refusal.keyUnknown }
  }

  private static func keyState(_ row: PostgresRow) throws -> KeyState {
    guard let status = KeyStatus(number: try row.decode("status")) else { throw DamagedRecord("key_state.status") }
    let verdict: String? = try row.decodeIfPresent("verdict")
    return KeyState(
      key: try row.decode("key_pk"), keyID: try row.decode("key_id"), account: try row.decode("account_id"),
      device: try row.decodeIfPresent("device_id"), status: status, environment: try environment(row),
      counter: UInt32(truncatingIfNeeded: try row.decode("counter", as: Int64.self)),
      registeredAt: try row.decode("registered_at"), revokedAt: try row.decodeIfPresent("revoked_at"),
      revocationReason: try row.decodeIfPresent("revocation_reason"),
      validationCategory: try row.decodeIfPresent("validation_category", as: Int64.self)
        .map(UInt32.init(truncatingIfNeeded:)),
      bundleVersion: try row.decodeIfPresent("bundle_version"),
      receipt: ReceiptOutcome(verdict: verdict ?? "missing", code: try row.decodeIfPresent("receipt_refusal")),
      isLab: try row.decode("is_lab"))
  }

  private static func environment(_ row: PostgresRow) throws -> DeviceEnvironment {
    guard let environment = DeviceEnvironment(number: try row.decode("environment")) else {
      throw DamagedRecord("keys.environment")
    }
    return environment
  }
}
