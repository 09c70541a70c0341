import Foundation
import Postgres

/// What a tenant sees of its accounts.
extension DeviceAccountStore {
  private static let columns = """
    account_pk, created_at, deleted_at, key_id, counter, environment, validation_category, bundle_version,
    receipt_verdict, is_lab
    """

  /// The newest accounts before a number; deleted ones too.
  func list(site: DeviceSite, before: Int64?, limit: Int) async throws -> [DeviceAccountRecord] {
    let read = PostgresStatement(
      """
      SELECT \(Self.columns) FROM assay.device_accounts
      WHERE tenant_id = $1 AND app_pk = $2 AND account_pk < $3 ORDER BY account_pk DESC LIMIT $4
      """, [.int8(site.tenant), .int8(site.app), .int8(before ?? .max), .int8(Int64(limit))])
    return try await pool.transaction(tenant: site.tenant, [read])[0].map(Self.record)
  }

  func find(site: DeviceSite, account: Int64) async throws -> DeviceAccountRecord? {
    let read = PostgresStatement(
      "SELECT \(Self.columns) FROM assay.device_accounts WHERE tenant_id = $1 AND app_pk = $2 AND account_pk = $3",
      [.int8(site.tenant), .int8(site.app), .int8(account)])
    return try await pool.transaction(tenant: site.tenant, [read])[0].first.map(Self.record)
  }

  func tokens(site: DeviceSite, account: Int64) async throws -> [DeviceTokenRecord] {
    let read = PostgresStatement(
      """
      SELECT token_id, created_at, revoked_at FROM assay.device_tokens
      WHERE tenant_id = $1 AND account_pk = $2 ORDER BY token_id
      """, [.int8(site.tenant), .int8(account)])
    return try await pool.transaction(tenant: site.tenant, [read])[0].map { row in
      DeviceTokenRecord(
        id: DeviceNumber.tokenPrefix + DeviceNumber.text(try row.decode("token_id")),
        createdAt: try row.decode("created_at"), revokedAt: try row.decodeIfPresent("revoked_at"))
    }
  }

  private static func record(_ row: PostgresRow) throws -> DeviceAccountRecord {
    DeviceAccountRecord(
      account: try account(row), deletedAt: try row.decodeIfPresent("deleted_at"), key: try key(row))
  }

  private static func key(_ row: PostgresRow) throws -> DeviceAccountRecord.Key? {
    guard let keyID: [UInt8] = try row.decodeIfPresent("key_id") else { return nil }
    let number: Int16 = try row.decode("environment")
    guard let environment = DeviceEnvironment.allCases.first(where: { $0.number == number }) else {
      throw DamagedRecord("device_accounts.environment")
    }
    return DeviceAccountRecord.Key(
      keyID: keyID, counter: UInt32(clamping: try row.decode("counter", as: Int64.self)), environment: environment,
      validationCategory: try row.decodeIfPresent("validation_category", as: Int64.self).map(UInt32.init(clamping:)),
      bundleVersion: try row.decodeIfPresent("bundle_version"), receiptVerdict: try row.decode("receipt_verdict"),
      isLab: try row.decode("is_lab"))
  }
}
