import AppAttest
import Cryptography
import Foundation
import Postgres

/// Accounts and tokens in the database.
struct DeviceAccountStore: Sendable {
  /// What became of an account that was to be made.
  enum Creation: Sendable {
    case created(DeviceAccount)
    case repeated(DeviceAccount, sealedToken: [UInt8])
    case keyTaken
    case accountDeleted
  }

  let pool: PostgresPool

  /// Fresh numbers for an account and its token.
  func numbers(tenant: Int64) async throws -> (account: Int64, token: Int64) {
    let read = PostgresStatement("SELECT account_pk, token_id FROM assay.device_numbers($1)", [.int8(tenant)])
    let row = try await pool.transaction(tenant: tenant, [read])[0].single()
    return (try row.decode("account_pk"), try row.decode("token_id"))
  }

  func create(
    site: DeviceSite, account: Int64, token: DeviceToken, judged: JudgedAttestation?, name: DeviceSubmissionName,
    correlationID: String
  ) async throws -> Creation {
    let create = PostgresStatement(
      """
      SELECT outcome, account_pk, created_at, sealed_token FROM assay.create_device_account(
        $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
      """,
      [.int8(site.tenant), .int8(site.app), .bytes(token.hash)] + Self.binds(judged) + [
        .bytes(name.keyHash), .bytes(name.digest), .int8(account), .int8(token.number), .bytes(try name.seal(token)),
        .text(correlationID),
      ])
    let row = try await pool.transaction(tenant: site.tenant, [create])[0].single()
    switch try row.decode("outcome", as: String.self) {
    case "created": return .created(try Self.account(row))
    case "repeated": return .repeated(try Self.account(row), sealedToken: try row.decode("sealed_token"))
    case "key_taken": return .keyTaken
    case "account_deleted": return .accountDeleted
    default: throw Refusal.idempotencyKeyReused
    }
  }

  private static func binds(_ judged: JudgedAttestation?) -> [PostgresValue] {
    guard let judged else { return [.null, .null, .null, .null, .null, .bool(false), .null, .null] }
    let attestation = judged.attestation
    return [
      .bytes(attestation.keyID), .bytes(attestation.publicKey.x963),
      .int2(DeviceEnvironment(attestation.environment).number),
      .int8(attestation.validationCategory.map(Int64.init)), .text(attestation.bundleVersion), .bool(judged.isLab),
      .text(judged.receipt.verdict), .bytes(attestation.receipt.isEmpty ? nil : attestation.receipt),
    ]
  }

  /// The account that a token stands for.
  func account(site: DeviceSite, token: DeviceToken) async throws -> DeviceAccount? {
    let read = PostgresStatement(
      "SELECT account_pk, created_at FROM assay.device_credential($1, $2, $3, $4)",
      [.int8(site.tenant), .int8(site.app), .int8(token.number), .bytes(token.hash)])
    return try await pool.transaction(tenant: site.tenant, [read])[0].first.map(Self.account)
  }

  func delete(site: DeviceSite, account: Int64, correlationID: String) async throws -> Bool {
    try await judge(
      "SELECT assay.delete_device_account($1, $2, $3, $4)", site.tenant,
      [.int8(site.tenant), .int8(site.app), .int8(account), .text(correlationID)])
  }

  func issue(site: DeviceSite, account: Int64, token: DeviceToken, correlationID: String) async throws -> Bool {
    try await judge(
      "SELECT assay.issue_device_token($1, $2, $3, $4, $5, $6)", site.tenant,
      [
        .int8(site.tenant), .int8(site.app), .int8(account), .int8(token.number), .bytes(token.hash),
        .text(correlationID),
      ])
  }

  func revoke(site: DeviceSite, account: Int64, token: Int64, correlationID: String) async throws -> Bool {
    try await judge(
      "SELECT assay.revoke_device_token($1, $2, $3, $4, $5)", site.tenant,
      [.int8(site.tenant), .int8(site.app), .int8(account), .int8(token), .text(correlationID)])
  }

  func refuse(site: DeviceSite, code: String, isLab: Bool, correlationID: String) async throws {
    let refuse = PostgresStatement(
      "SELECT assay.refuse_device_attestation($1, $2, $3, $4, $5)",
      [.int8(site.tenant), .int8(site.app), .text(code), .bool(isLab), .text(correlationID)])
    _ = try await pool.transaction(tenant: site.tenant, [refuse])
  }

  private func judge(_ sql: String, _ tenant: Int64, _ binds: [PostgresValue]) async throws -> Bool {
    try await pool.transaction(tenant: tenant, [PostgresStatement(sql, binds)])[0].single().decode(0)
  }

  static func account(_ row: PostgresRow) throws -> DeviceAccount {
    DeviceAccount(number: try row.decode("account_pk"), createdAt: try row.decode("created_at"))
  }
}
