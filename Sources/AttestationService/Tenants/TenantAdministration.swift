import Cryptography
import Foundation
import Postgres

/// What operators do with tenants and their secrets. Runs as the owner of the schema.
public struct TenantAdministration: Sendable {
  private let pool: PostgresPool

  /// An administration on a pool of the owner's connections.
  public init(pool: PostgresPool) { self.pool = pool }

  /// Makes a tenant.
  public func create(name: String) async throws -> TenantRecord {
    let tenant = try await nextID()
    let publicID = "tnt_" + Hex.encode(SecureRandom.bytes(10))
    _ = try await pool.transaction(
      tenant: tenant,
      [
        PostgresStatement(
          "SELECT assay.create_tenant($1, $2, $3, NULL)", [.int8(tenant), .text(publicID), .text(name)])
      ])
    return try await find(publicID)
  }

  /// All tenants, by name.
  public func list() async throws -> [TenantRecord] {
    try await pool.withConnection { connection in
      try await connection.query(Self.select + " ORDER BY name, tenant_id").map(Self.record)
    }
  }

  /// One tenant. Throws `UnknownEntity`.
  public func find(_ publicID: String) async throws -> TenantRecord {
    let rows = try await pool.withConnection { connection in
      try await connection.query(Self.select + " WHERE public_id = $1", [.text(publicID)])
    }
    guard let row = rows.first else { throw UnknownEntity("tenant", publicID) }
    return try Self.record(row)
  }

  /// Suspends a tenant, or lets it work again. Every replica obeys within a second.
  public func setSuspended(_ isSuspended: Bool, _ tenant: TenantRecord) async throws {
    _ = try await pool.transaction(
      tenant: tenant.tenant,
      [
        PostgresStatement(
          "SELECT assay.set_tenant_status($1, $2, NULL)", [.int8(tenant.tenant), .int2(isSuspended ? 2 : 1)])
      ])
  }

  /// Makes a secret. Its text is never to be had again.
  public func addSecret(_ tenant: TenantRecord, name: String, scopes: [SecretScope]) async throws -> TenantSecret {
    let secret = TenantSecret.make(tenant: tenant.tenant, secret: try await nextID())
    _ = try await pool.transaction(
      tenant: tenant.tenant,
      [
        PostgresStatement(
          "SELECT assay.create_secret($1, $2, $3, $4, $5, NULL)",
          [
            .int8(tenant.tenant), .int8(secret.secret), .bytes(secret.hash), .text(name),
            .int4(SecretScope.bits(scopes)),
          ])
      ])
    return secret
  }

  /// The secrets of a tenant, the newest last.
  public func secrets(_ tenant: TenantRecord) async throws -> [SecretRecord] {
    let read = PostgresStatement(
      """
      SELECT secret_id, name, scopes, created_at, revoked_at FROM assay.tenant_secrets
      WHERE tenant_id = $1 ORDER BY secret_id
      """, [.int8(tenant.tenant)])
    return try await pool.transaction(tenant: tenant.tenant, [read])[0].map(Self.secret)
  }

  /// Revokes a secret. It stops on every replica within a second. Throws `UnknownEntity`.
  public func revokeSecret(_ tenant: TenantRecord, id: String) async throws {
    guard let secret = Int64(id, radix: 36) else { throw UnknownEntity("secret", id) }
    let revoke = PostgresStatement("SELECT assay.revoke_secret($1, $2, NULL)", [.int8(tenant.tenant), .int8(secret)])
    do { _ = try await pool.transaction(tenant: tenant.tenant, [revoke]) } catch let error as PostgresError
      where error.sqlState == "AS404"
    { throw UnknownEntity("secret", id) }
  }

  private static let select = "SELECT tenant_id, public_id, name, status, created_at FROM assay.tenants"

  private func nextID() async throws -> Int64 {
    try await pool.withConnection { try await $0.query("SELECT assay.next_id()").single().decode(0) }
  }

  private static func record(_ row: PostgresRow) throws -> TenantRecord {
    TenantRecord(
      tenant: try row.decode("tenant_id"), publicID: try row.decode("public_id"), name: try row.decode("name"),
      isSuspended: try row.decode("status", as: Int16.self) == 2, createdAt: try row.decode("created_at"))
  }

  private static func secret(_ row: PostgresRow) throws -> SecretRecord {
    let scopes = SecretScope.set(bits: try row.decode("scopes"))
    return SecretRecord(
      id: String(try row.decode("secret_id", as: Int64.self), radix: 36), name: try row.decode("name"),
      scopes: SecretScope.allCases.filter(scopes.contains), createdAt: try row.decode("created_at"),
      revokedAt: try row.decodeIfPresent("revoked_at"))
  }
}
