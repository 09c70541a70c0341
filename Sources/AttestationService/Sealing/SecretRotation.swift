public import Postgres

/// Seals everything that is sealed anew for another master key: team keys and webhooks' secrets.
public struct SecretRotation: Sendable {
  private let pool: PostgresPool
  private let sealingKeys: SealingKeyStore
  private let teamKeys: TeamKeyStore
  private let webhooks: WebhookStore

  /// The sealed values of a database.
  public init(pool: PostgresPool) {
    self.pool = pool
    sealingKeys = SealingKeyStore(pool: pool)
    teamKeys = TeamKeyStore(pool: pool)
    webhooks = WebhookStore(pool: pool)
  }

  /// The fingerprints of other master keys than these two for which values of a tenant are sealed: a rotation would stop
  /// at them halfway.
  public func strangers(tenant: Int64, to old: SealingKey, and new: SealingKey) async throws -> [String] {
    let rows = try await pool.transaction(
      tenant: tenant,
      [
        PostgresStatement(
          """
          select master_key from assay.team_keys where tenant_id = $1 and master_key <> all ($2)
          union select master_key from assay.webhooks where tenant_id = $1 and master_key <> all ($2)
          order by master_key
          """, [.int8(tenant), .textArray([old.fingerprint, new.fingerprint])])
      ])[0]
    return try rows.map { try $0.decode(0) }
  }

  /// From now on only the new key is sealed for: what is sealed for the old one meanwhile is refused by the database. Waits
  /// for those who are storing something at this moment, so that a run sees it.
  ///
  /// The old key gets its place before the new one, if no worker has published it: one that is restarted with it would
  /// bring it in force otherwise.
  public func begin(from old: SealingKey, to new: SealingKey) async throws {
    try await sealingKeys.publish(old)
    try await sealingKeys.publish(new, replacing: true)
  }

  /// Seals a tenant's values anew; those that are sealed for the new key already are left alone.
  ///
  /// - Returns: how many were sealed anew.
  /// - Throws: `TeamKeyError.otherMasterKey` when one opens with neither; what was done until then stays done.
  public func run(tenant: Int64, from old: MasterKey, to new: SealingKey) async throws -> Int {
    try await teamKeys.rotate(tenant: tenant, from: old, to: new)
      + webhooks.rotate(tenant: tenant, from: old, to: new)
  }
}
