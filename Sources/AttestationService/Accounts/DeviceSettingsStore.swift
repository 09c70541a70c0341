import Postgres

/// The settings in the database.
struct DeviceSettingsStore: Sendable {
  /// An app's settings, and whether its tenant may work.
  struct Found: Sendable {
    let settings: DeviceSettings
    let isSuspended: Bool
  }

  let pool: PostgresPool

  /// Nil when the app is gone.
  func find(tenant: Int64, app: Int64) async throws -> Found? {
    let read = PostgresStatement(
      """
      SELECT t.status, s.attestation_app_ids, s.attestation_environment, s.code_secrets
      FROM assay.apps a
      JOIN assay.tenants t ON t.tenant_id = a.tenant_id
      LEFT JOIN assay.device_settings s ON s.tenant_id = a.tenant_id AND s.app_pk = a.app_pk
      WHERE a.tenant_id = $1 AND a.app_pk = $2 AND a.deleted_at IS NULL
      """, [.int8(tenant), .int8(app)])
    return try await pool.transaction(tenant: tenant, [read])[0].first.map { row in
      Found(settings: try Self.settings(row), isSuspended: try row.decode("status", as: Int16.self) != 1)
    }
  }

  private static func settings(_ row: PostgresRow) throws -> DeviceSettings {
    let appIDs: [String] = try row.decodeIfPresent("attestation_app_ids") ?? []
    let secrets: [[UInt8]] = try row.decodeIfPresent("code_secrets") ?? []
    guard let number: Int16 = try row.decodeIfPresent("attestation_environment") else {
      return DeviceSettings(attestation: nil, codeSecrets: secrets)
    }
    guard let environment = DeviceEnvironment.allCases.first(where: { $0.number == number }) else {
      throw DamagedRecord("device_settings.attestation_environment")
    }
    return DeviceSettings(
      attestation: DeviceSettings.Attestation(appIDs: appIDs, environment: environment), codeSecrets: secrets)
  }
}
