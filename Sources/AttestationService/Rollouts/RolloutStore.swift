import Cryptography
import Foundation
import Pacing
import Postgres

/// The rollouts in the database.
struct RolloutStore: Sendable {
  let pool: PostgresPool

  func clock(tenant: Int64) async throws -> Microseconds {
    let read = PostgresStatement("SELECT (extract(epoch from clock_timestamp()) * 1000000)::bigint")
    return try await pool.transaction(tenant: tenant, [read])[0].single().decode(0)
  }

  func list(tenant: Int64, app: Int64) async throws -> [RolloutRecord] {
    let read = PostgresStatement(
      RolloutRecord.query + " AND r.app_pk = $2 ORDER BY r.rollout_id", [.int8(tenant), .int8(app)])
    return try await pool.transaction(tenant: tenant, [read])[0].map(RolloutRecord.init)
  }

  /// All that the controller works on.
  func live(tenant: Int64) async throws -> [RolloutRecord] {
    let read = PostgresStatement(RolloutRecord.query + " AND r.state IN (2, 4) ORDER BY r.rollout_id", [.int8(tenant)])
    return try await pool.transaction(tenant: tenant, [read])[0].map(RolloutRecord.init)
  }

  func find(tenant: Int64, rollout: Int64) async throws -> RolloutRecord {
    let read = PostgresStatement(RolloutRecord.query + " AND r.rollout_id = $2", [.int8(tenant), .int8(rollout)])
    guard let row = try await pool.transaction(tenant: tenant, [read])[0].first else { throw Refusal.unknownRollout }
    return try RolloutRecord(row)
  }

  func hardLimit(tenant: Int64, app: AppRecord) async throws -> PaceRate {
    let read = PostgresStatement(
      "SELECT min(rate_milli) FROM assay.budgets WHERE tenant_id = $1 AND scope IN ($2, $3)",
      [.int8(tenant), .text("app:\(app.app)"), .text("team:\(app.identifier.prefix)")])
    let lowest: Int64? = try await pool.transaction(tenant: tenant, [read])[0].single().decodeIfPresent(0)
    return lowest.map(PaceRate.init(milli:)) ?? .appleGuidance
  }

  func create(
    tenant: Int64, app: AppRecord, name: String, rollout: Rollout, event: RolloutEvent, target: RecoveryTarget?,
    installations: [InstallationKey], audit: RolloutAudit
  ) async throws -> Int64 {
    let call = PostgresStatement(
      "SELECT assay.create_rollout($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
      [
        .int8(tenant), .int8(app.app), .text(app.identifier.prefix), .text(name),
        .int2(rollout.definition.kind.number), .bytes(SecureRandom.bytes(32)),
        .json(try target.map { try Self.text($0) } ?? "{}"), .json(try Self.text(rollout)),
        .int8(rollout.pace.milli), .json(try audit.text(of: event)), .bytesArray(installations.map(\.bytes)),
        .text(audit.correlationID),
      ])
    return try await Self.explaining { try await pool.transaction(tenant: tenant, [call])[0].single().decode(0) }
  }

  /// - Returns: the revision that replicas will acknowledge.
  func change(
    tenant: Int64, _ record: RolloutRecord, events: [RolloutEvent], granted: PaceRate?, decision: String,
    audit: RolloutAudit
  ) async throws -> Int64 {
    var rollout = record.rollout
    for event in events { rollout.apply(event) }
    let call = PostgresStatement(
      "SELECT assay.change_rollout($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
      [
        .int8(tenant), .int8(record.id), .int8(record.version), .int2(rollout.state.number),
        .json(try Self.text(rollout)), .int8((granted ?? rollout.pace).milli), .text(decision),
        .int2Array(events.map(\.number)), .jsonArray(try events.map { try audit.text(of: $0) }),
        .text(audit.correlationID),
      ])
    return try await Self.explaining { try await pool.transaction(tenant: tenant, [call])[0].single().decode(0) }
  }

  func sweep(tenant: Int64, rollout: Int64) async throws -> PostgresRow {
    let call = PostgresStatement("SELECT * FROM assay.sweep_rollout($1, $2)", [.int8(tenant), .int8(rollout)])
    guard let row = try await pool.transaction(tenant: tenant, [call])[0].first else { throw Refusal.unknownRollout }
    return row
  }

  func keepPace(tenant: Int64, _ record: RolloutRecord, pace: PaceRate, decision: String) async throws {
    let call = PostgresStatement(
      "SELECT assay.keep_pace($1, $2, $3, $4, $5)",
      [.int8(tenant), .int8(record.id), .int8(record.version), .int8(pace.milli), .text(decision)])
    _ = try await pool.transaction(tenant: tenant, [call])
  }

  func freeze(tenant: Int64, _ frozen: Bool, audit: RolloutAudit) async throws -> Int64 {
    let call = PostgresStatement(
      "SELECT assay.freeze_rollouts($1, $2, $3, $4, $5)",
      [.int8(tenant), .bool(frozen), .text(audit.reason ?? ""), .text(audit.by), .text(audit.correlationID)])
    return try await pool.transaction(tenant: tenant, [call])[0].single().decode(0)
  }

  private static func text(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
  }

  private static func explaining<Value>(_ body: () async throws -> Value) async throws -> Value {
    do { return try await body() } catch let error as PostgresError {
      switch error.sqlState {
      case "AS424": throw Refusal.rolloutsOverlap
      case "AS409": throw Refusal.rolloutChanged
      default: throw error
      }
    }
  }
}
