import Postgres

/// The sites in the database. They stand together under tenant 0, because a name belongs to one app of one tenant.
struct DeviceSiteStore: Sendable {
  let pool: PostgresPool

  func all() async throws -> [(DeviceSiteName, DeviceSite)] {
    let read = PostgresStatement("SELECT name, site_tenant, app_pk, app_id FROM assay.device_sites WHERE tenant_id = 0")
    return try await pool.transaction(tenant: 0, [read])[0].map { row in
      guard let name = DeviceSiteName(stored: try row.decode("name")) else { throw DamagedRecord("device_sites.name") }
      let site = DeviceSite(
        tenant: try row.decode("site_tenant"), app: try row.decode("app_pk"), appID: try row.decode("app_id"))
      return (name, site)
    }
  }
}
