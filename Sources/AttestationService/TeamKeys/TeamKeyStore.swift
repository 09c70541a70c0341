import Cryptography
import Foundation
public import Postgres

/// Stores teams' keys sealed, and opens them for the worker.
public struct TeamKeyStore: Sendable {
  private let pool: PostgresPool

  /// The keys of a database.
  public init(pool: PostgresPool) {
    self.pool = pool
  }

  /// Seals and stores a key; one of the same name is replaced. Whoever seals need not be able to open.
  ///
  /// - Throws: `PostgresError` `AS424` when the sealing key is no longer in force.
  public func put(_ key: TeamKey, tenant: Int64, sealing sealer: SealingKey) async throws {
    let plain = [UInt8](try key.key.pkcs8PEM().utf8)
    let sealed = try sealer.seal(plain, for: Self.context(tenant, key.team, key.keyID))
    try await run(
      tenant, "select assay.put_team_key($1, $2, $3, $4, $5, $6)",
      [.text(key.team), .text(key.keyID), .bytes(key.key.x963), .bytes(sealed), .text(sealer.fingerprint)])
  }

  /// The tenant's keys.
  public func list(tenant: Int64) async throws -> [TeamKeyRecord] {
    let rows = try await pool.transaction(
      tenant: tenant,
      [
        PostgresStatement(
          """
          select team_id, key_id, public_key, master_key, added_at, refused_since from assay.team_keys
          where tenant_id = $1 order by team_id, added_at
          """, [.int8(tenant)])
      ])[0]
    return try rows.map { row in
      TeamKeyRecord(
        team: try row.decode("team_id"), keyID: try row.decode("key_id"), publicKey: try row.decode("public_key"),
        masterKey: try row.decode("master_key"), addedAt: try row.decode("added_at"),
        refusedSince: try row.decodeIfPresent("refused_since"))
    }
  }

  /// Removes a key; false when there was none.
  public func remove(tenant: Int64, team: String, keyID: String) async throws -> Bool {
    try await run(tenant, "select assay.remove_team_key($1, $2, $3)", [.text(team), .text(keyID)]).single().decode(0)
  }

  /// The newest key of a team, opened. Only the worker calls this.
  public func open(tenant: Int64, team: String, with master: MasterKey) async throws -> TeamKey {
    let rows = try await pool.transaction(
      tenant: tenant,
      [
        PostgresStatement(
          """
          select key_id, sealed, master_key from assay.team_keys where tenant_id = $1 and team_id = $2
          order by added_at desc limit 1
          """, [.int8(tenant), .text(team)])
      ])[0]
    guard let row = rows.first else { throw TeamKeyError.missing }
    return try Self.open(
      try row.decode("sealed"), tenant: tenant, team: team, keyID: try row.decode("key_id"), with: master)
  }

  /// Notes that Apple refuses a key, or takes it again. True when that is news: the tenant is told by an event.
  public func mark(tenant: Int64, team: String, keyID: String, refused: Bool) async throws -> Bool {
    try await run(
      tenant, "select assay.mark_team_key($1, $2, $3, $4)", [.text(team), .text(keyID), .bool(refused)]
    ).single().decode(0)
  }

  /// Seals every key of a tenant anew under another master key; a key that is already there is left alone.
  ///
  /// - Returns: how many were sealed anew.
  /// - Throws: `TeamKeyError.otherMasterKey` when one is sealed under neither; what was done until then stays done.
  public func rotate(tenant: Int64, from old: MasterKey, to new: SealingKey) async throws -> Int {
    let rows = try await pool.transaction(
      tenant: tenant,
      [
        PostgresStatement(
          "select team_id, key_id, sealed, master_key from assay.team_keys where tenant_id = $1", [.int8(tenant)])
      ])[0]
    var count = 0
    for row in rows where try row.decode("master_key", as: String.self) != new.fingerprint {
      let team: String = try row.decode("team_id")
      let keyID: String = try row.decode("key_id")
      let sealed: [UInt8] = try row.decode("sealed")
      let plain = try Self.plain(sealed, tenant: tenant, team: team, keyID: keyID, with: old)
      let again = try new.seal(plain, for: Self.context(tenant, team, keyID))
      // One that was replaced or removed meanwhile is left alone: what replaced it is sealed for the new key.
      let isResealed: Bool = try await run(
        tenant, "select assay.reseal_team_key($1, $2, $3, $4, $5, $6)",
        [.text(team), .text(keyID), .bytes(sealed), .bytes(again), .text(new.fingerprint)]
      ).single().decode(0)
      if isResealed { count += 1 }
    }
    return count
  }

  private static func open(
    _ sealed: [UInt8], tenant: Int64, team: String, keyID: String, with master: MasterKey
  ) throws(TeamKeyError) -> TeamKey {
    let plain = try plain(sealed, tenant: tenant, team: team, keyID: keyID, with: master)
    return try TeamKey(team: team, keyID: keyID, pem: String(decoding: plain, as: UTF8.self))
  }

  private static func plain(
    _ sealed: [UInt8], tenant: Int64, team: String, keyID: String, with master: MasterKey
  ) throws(TeamKeyError) -> [UInt8] {
    do { return try master.open(sealed, for: context(tenant, team, keyID)) } catch { throw .otherMasterKey }
  }

  /// Binds a sealed key to its place: moved to another tenant's row it does not open.
  private static func context(_ tenant: Int64, _ team: String, _ keyID: String) -> String {
    "team-key/\(tenant)/\(team)/\(keyID)"
  }

  @discardableResult
  private func run(_ tenant: Int64, _ sql: String, _ binds: [PostgresValue]) async throws -> PostgresRows {
    try await pool.transaction(tenant: tenant, [PostgresStatement(sql, [.int8(tenant)] + binds)])[0]
  }
}
