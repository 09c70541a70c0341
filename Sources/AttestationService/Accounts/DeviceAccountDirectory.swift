public import Postgres

/// What a tenant and its operators do with the accounts of an app.
public struct DeviceAccountDirectory: Sendable {
  let store: DeviceAccountStore

  init(store: DeviceAccountStore) {
    self.store = store
  }

  /// A directory on a pool of its own, for operators.
  public init(pool: PostgresPool) {
    self.init(store: DeviceAccountStore(pool: pool))
  }

  /// The newest accounts, before one that was read already. Throws `Refusal.accountUnknown` for a name that is none.
  public func list(
    tenant: Int64, app: AppRecord, before: String?, limit: Int
  ) async throws -> [DeviceAccountRecord] {
    try await store.list(site: site(tenant, app), before: try before.map(number), limit: limit)
  }

  /// One account. Throws `Refusal.accountUnknown`.
  public func find(tenant: Int64, app: AppRecord, account: String) async throws -> DeviceAccountRecord {
    guard let found = try await store.find(site: site(tenant, app), account: try number(account)) else {
      throw Refusal.accountUnknown
    }
    return found
  }

  /// The tokens of an account, the newest last. Throws `Refusal.accountUnknown`.
  public func tokens(tenant: Int64, app: AppRecord, account: String) async throws -> [DeviceTokenRecord] {
    _ = try await find(tenant: tenant, app: app, account: account)
    return try await store.tokens(site: site(tenant, app), account: try number(account))
  }

  /// A further token. Its text is never to be had again. Throws `Refusal.accountUnknown`.
  public func issueToken(
    tenant: Int64, app: AppRecord, account: String, correlationID: String
  ) async throws -> DeviceToken {
    let token = DeviceToken.make(number: try await store.numbers(tenant: tenant).token)
    guard
      try await store.issue(
        site: site(tenant, app), account: try number(account), token: token, correlationID: correlationID)
    else { throw Refusal.accountUnknown }
    return token
  }

  /// Revokes a token. A repeat changes nothing. Throws `Refusal.tokenUnknown`.
  public func revokeToken(
    tenant: Int64, app: AppRecord, account: String, token: String, correlationID: String
  ) async throws {
    guard let token = DeviceNumber.read(token, prefix: DeviceNumber.tokenPrefix),
      try await store.revoke(
        site: site(tenant, app), account: try number(account), token: token, correlationID: correlationID)
    else { throw Refusal.tokenUnknown }
  }

  /// Deletes an account: its tokens end and its key is free. Throws `Refusal.accountUnknown`.
  public func delete(tenant: Int64, app: AppRecord, account: String, correlationID: String) async throws {
    guard
      try await store.delete(
        site: site(tenant, app), account: try number(account), correlationID: correlationID)
    else { throw Refusal.accountUnknown }
  }

  private func site(_ tenant: Int64, _ app: AppRecord) -> DeviceSite {
    DeviceSite(tenant: tenant, app: app.app, appID: app.identifier.text)
  }

  private func number(_ account: String) throws(Refusal) -> Int64 {
    guard let number = DeviceNumber.read(account, prefix: DeviceNumber.accountPrefix) else { throw .accountUnknown }
    return number
  }
}
