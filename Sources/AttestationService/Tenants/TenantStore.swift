import Postgres

/// The secrets of tenants in the database.
struct TenantStore: Sendable {
  let pool: PostgresPool

  /// Who has this secret; nil when nobody has, or not any more.
  func holder(of secret: SecretPlace) async throws -> SecretHolder? {
    let read = PostgresStatement(
      "SELECT public_id, scopes, tenant_status FROM assay.authenticate_secret($1, $2, $3)",
      [.int8(secret.tenant), .int8(secret.secret), .bytes(secret.hash)])
    let rows = try await pool.transaction(tenant: secret.tenant, [read])[0]
    guard let row = rows.first else { return nil }
    let scopes: Int32 = try row.decode("scopes")
    return SecretHolder(
      principal: Principal(
        tenant: secret.tenant, publicID: try row.decode("public_id"), scopes: SecretScope.set(bits: scopes)),
      isSuspended: try row.decode("tenant_status", as: Int16.self) != 1)
  }
}
