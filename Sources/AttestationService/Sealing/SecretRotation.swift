public import Postgres

/// Seals everything that is sealed anew for another master key: team keys and webhooks' secrets.
public struct SecretRotation: Sendable {
  private let sealingKeys: SealingKeyStore
  private let teamKeys: TeamKeyStore
  private let webhooks: WebhookStore

  /// The sealed values of a database.
  public init(pool: PostgresPool) {
    sealingKeys = SealingKeyStore(pool: pool)
    teamKeys = TeamKeyStore(pool: pool)
    webhooks = WebhookStore(pool: pool)
  }

  /// From now on only the new key is sealed for: what is sealed for the old one meanwhile is refused by the database.
  public func begin(_ new: SealingKey) async throws {
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
