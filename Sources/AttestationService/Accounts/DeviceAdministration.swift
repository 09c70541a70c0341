import Foundation
public import Postgres

/// What operators set of an app's device API. Runs as the owner of the schema.
public struct DeviceAdministration: Sendable {
  /// What is set.
  public struct Overview: Sendable, Equatable {
    /// Where the device API is found; nowhere: it is off.
    public let sites: [DeviceSiteName]
    /// The checks.
    public let settings: DeviceSettings

    /// The fingerprints of the secrets in force.
    public var codeFingerprints: [String] { settings.codeSecrets.map { AppCodeSecret(bytes: $0).fingerprint } }
  }

  private let pool: PostgresPool

  /// An administration on a pool of the owner's connections.
  public init(pool: PostgresPool) { self.pool = pool }

  /// What is set of an app.
  public func overview(tenant: Int64, app: AppRecord) async throws -> Overview {
    let sites = try await DeviceSiteStore(pool: pool).all()
      .filter { $0.1.tenant == tenant && $0.1.app == app.app }
      .map(\.0).sorted { $0.stored < $1.stored }
    return Overview(sites: sites, settings: try await settings(tenant, app))
  }

  /// Gives the app a site, or takes it away. Throws `Refusal.siteTaken`. False when nothing changed.
  public func setSite(_ name: DeviceSiteName, isServed: Bool, tenant: Int64, app: AppRecord) async throws -> Bool {
    let change = PostgresStatement(
      "SELECT assay.change_device_site($1, $2, $3, $4)",
      [.int8(tenant), .int8(app.app), .text(name.stored), .bool(isServed)])
    do {
      return try await pool.transaction(tenant: tenant, [change])[0].single().decode(0)
    } catch let error as PostgresError where error.sqlState == "AS424" {
      throw Refusal.siteTaken
    }
  }

  /// Switches the check of attestations on, or off with nil.
  public func setAttestation(_ rule: DeviceSettings.Attestation?, tenant: Int64, app: AppRecord) async throws {
    // App IDs hold nothing that JSON would have to escape.
    let appIDs = (rule?.appIDs ?? []).map { "\"\($0)\"" }.joined(separator: ",")
    let data = #"{"attestation":"\#(rule?.environment.rawValue ?? "off")","app_ids":[\#(appIDs)]}"#
    try await change(
      tenant, app, appIDs: .textArray(rule?.appIDs ?? []), environment: rule.map { .int2($0.environment.number) },
      secrets: .null, data: data)
  }

  /// Puts a secret in force beside the one that is there. Throws `Refusal.tooManyCodeSecrets` for a third.
  public func addCodeSecret(_ secret: AppCodeSecret, tenant: Int64, app: AppRecord) async throws {
    let present = try await settings(tenant, app).codeSecrets
    guard !present.contains(secret.bytes) else { return }
    guard present.count < 2 else { throw Refusal.tooManyCodeSecrets }
    try await change(
      tenant, app, appIDs: .null, environment: nil, secrets: .bytesArray(present + [secret.bytes]),
      data: #"{"app_code_added":"\#(secret.fingerprint)"}"#)
  }

  /// Ends a secret; with the last one the check is off. Throws `Refusal.codeSecretUnknown`.
  public func removeCodeSecret(fingerprint: String, tenant: Int64, app: AppRecord) async throws {
    let present = try await settings(tenant, app).codeSecrets
    let remaining = present.filter { AppCodeSecret(bytes: $0).fingerprint != fingerprint }
    guard remaining.count < present.count else { throw Refusal.codeSecretUnknown }
    try await change(
      tenant, app, appIDs: .null, environment: nil, secrets: .bytesArray(remaining),
      data: #"{"app_code_removed":"\#(fingerprint)"}"#)
  }

  private func settings(_ tenant: Int64, _ app: AppRecord) async throws -> DeviceSettings {
    try await DeviceSettingsStore(pool: pool).find(tenant: tenant, app: app.app)?.settings ?? .off
  }

  private func change(
    _ tenant: Int64, _ app: AppRecord, appIDs: PostgresValue, environment: PostgresValue?, secrets: PostgresValue,
    data: String
  ) async throws {
    let change = PostgresStatement(
      "SELECT assay.change_device_settings($1, $2, $3, $4, $5, $6, NULL)",
      [.int8(tenant), .int8(app.app), appIDs, environment ?? .null, secrets, .json(data)])
    _ = try await pool.transaction(tenant: tenant, [change])
  }
}

extension Refusal {
  /// A site's name belongs to another app.
  public static let siteTaken = setting("device_site_taken", "This host name or path prefix belongs to another app.")

  /// The app has two secrets already.
  public static let tooManyCodeSecrets = setting(
    "too_many_app_code_secrets", "The app has two app-code secrets already; remove one first.")

  /// The app has no secret of that fingerprint.
  public static let codeSecretUnknown = setting("unknown_app_code_secret", "The app has no such app-code secret.")

  private static func setting(_ code: String, _ title: String) -> Refusal {
    Refusal(code, stage: .application, category: .conflict, next: .fixRequest, title: title)
  }
}
