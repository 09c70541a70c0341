import Foundation
import Postgres

/// The apps in the database.
struct AppStore: Sendable {
  private static let columns = """
    app_pk, app_id, environments, platforms, policy::text AS policy, version, created_at, updated_at
    """
  let pool: PostgresPool

  func find(tenant: Int64, identifier: String) async throws -> AppRecord? {
    let read = PostgresStatement(
      "SELECT \(Self.columns) FROM assay.apps WHERE tenant_id = $1 AND app_id = $2 AND deleted_at IS NULL",
      [.int8(tenant), .text(identifier)])
    return try await pool.transaction(tenant: tenant, [read])[0].first.map(Self.record)
  }

  func list(tenant: Int64) async throws -> [AppRecord] {
    let read = PostgresStatement(
      "SELECT \(Self.columns) FROM assay.apps WHERE tenant_id = $1 AND deleted_at IS NULL ORDER BY app_id",
      [.int8(tenant)])
    return try await pool.transaction(tenant: tenant, [read])[0].map(Self.record)
  }

  func create(
    tenant: Int64, _ identifier: AppIdentifier, _ change: AppChange, correlationID: String?
  ) async throws -> AppRecord {
    let policy = try change.policy?.applied(to: AppPolicy()) ?? AppPolicy()
    let environments = change.environments ?? [.production]
    let platforms = change.platforms ?? [.ios]
    let create = PostgresStatement(
      "SELECT assay.create_app($1, $2, $3, $4, $5, $6)",
      [
        .int8(tenant), .text(identifier.text), .textArray(environments.map(\.rawValue)),
        .textArray(platforms.map(\.rawValue)), try Self.json(policy), .text(correlationID),
      ])
    try await translating { _ = try await pool.transaction(tenant: tenant, [create]) }
    return try await existing(tenant, identifier.text)
  }

  /// Changes what is given and leaves the rest. A policy is read, changed and written at the version that was read, so that
  /// of two changes at the same moment neither undoes the other.
  func update(
    tenant: Int64, _ identifier: String, _ change: AppChange, correlationID: String?
  ) async throws -> AppRecord {
    for _ in 0..<Self.attempts {
      let app = try await existing(tenant, identifier)
      let statement = try Self.update(app, tenant: tenant, change, correlationID: correlationID)
      do {
        try await translating { _ = try await pool.transaction(tenant: tenant, [statement]) }
        return try await existing(tenant, identifier)
      } catch let error as PostgresError where error.sqlState == "AS409" { continue }
    }
    throw Refusal.appChanging
  }

  /// More than ever change one app at the same moment; each attempt of one is another's success.
  private static let attempts = 16

  private static func update(
    _ app: AppRecord, tenant: Int64, _ change: AppChange, correlationID: String?
  ) throws -> PostgresStatement {
    let policy = try change.policy?.applied(to: app.policy)
    return PostgresStatement(
      "SELECT assay.change_app($1, $2, $3, $4, $5, $6, $7)",
      [
        .int8(tenant), .int8(app.app), .int8(policy == nil ? nil : app.version),
        change.environments.map { .textArray($0.map(\.rawValue)) } ?? .null,
        change.platforms.map { .textArray($0.map(\.rawValue)) } ?? .null, try policy.map(Self.json) ?? .null,
        .text(correlationID),
      ])
  }

  func delete(tenant: Int64, _ identifier: String, correlationID: String?) async throws {
    let app = try await existing(tenant, identifier)
    let delete = PostgresStatement(
      "SELECT assay.delete_app($1, $2, $3)", [.int8(tenant), .int8(app.app), .text(correlationID)])
    try await translating { _ = try await pool.transaction(tenant: tenant, [delete]) }
  }

  private func existing(_ tenant: Int64, _ identifier: String) async throws -> AppRecord {
    guard let app = try await find(tenant: tenant, identifier: identifier) else { throw Refusal.unknownApp }
    return app
  }

  /// The function's own SQLSTATEs, as callers are told them.
  private func translating(_ work: () async throws -> Void) async throws {
    do { try await work() } catch let error as PostgresError {
      switch error.sqlState {
      case "AS421": throw Refusal.appExists
      case "AS422": throw Refusal.appHasKeys
      case "AS404": throw Refusal.unknownApp
      default: throw error
      }
    }
  }

  private static func json(_ policy: AppPolicy) throws -> PostgresValue {
    .json(String(decoding: try policy.json, as: UTF8.self))
  }

  private static func record(_ row: PostgresRow) throws -> AppRecord {
    let text: String = try row.decode("app_id")
    guard let identifier = AppIdentifier(text) else { throw DamagedRecord("apps.app_id") }
    return AppRecord(
      app: try row.decode("app_pk"), identifier: identifier,
      environments: Set(try row.decode("environments", as: [String].self).compactMap(DeviceEnvironment.init)),
      platforms: Set(try row.decode("platforms", as: [String].self).compactMap(AppPlatform.init)),
      policy: try AppPolicy(json: Array(try row.decode("policy", as: String.self).utf8)),
      version: try row.decode("version"),
      createdAt: try row.decode("created_at"), updatedAt: try row.decode("updated_at"))
  }
}
