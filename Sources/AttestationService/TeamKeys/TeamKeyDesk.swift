public import Postgres

/// Team keys for those who upload them over the API: checked, sealed for the worker, refused in the contract's terms.
public struct TeamKeyDesk: Sendable {
  private let store: TeamKeyStore
  private let sealingKeys: SealingKeyStore

  /// The keys of a database.
  public init(pool: PostgresPool) {
    store = TeamKeyStore(pool: pool)
    sealingKeys = SealingKeyStore(pool: pool)
  }

  /// Checks, seals and stores a key; one of the same name is replaced.
  public func add(team: String, keyID: String, pem: String, tenant: Int64) async throws -> TeamKeyRecord {
    let key: TeamKey
    do { key = try TeamKey(team: team, keyID: keyID, pem: pem) } catch { throw Refusal.teamKey(error) }
    let stored: Void? = try await sealingKeys.sealing { try await store.put(key, tenant: tenant, sealing: $0) }
    guard stored != nil else { throw Refusal.noSealingKey }
    guard let record = try await list(tenant: tenant).first(where: { $0.team == team && $0.keyID == keyID }) else {
      throw Refusal.unknownTeamKey
    }
    return record
  }

  /// The tenant's keys.
  public func list(tenant: Int64) async throws -> [TeamKeyRecord] {
    try await store.list(tenant: tenant)
  }

  /// Removes a key.
  public func remove(team: String, keyID: String, tenant: Int64) async throws {
    guard try await store.remove(tenant: tenant, team: team, keyID: keyID) else { throw Refusal.unknownTeamKey }
  }
}
