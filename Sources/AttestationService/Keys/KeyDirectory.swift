import Postgres

/// The states of keys, and their end.
public struct KeyDirectory: Sendable {
  private let store: KeyStore

  /// A directory of its own, for programs that need nothing else of the service.
  public init(pool: PostgresPool) { self.init(store: KeyStore(pool: pool)) }

  init(store: KeyStore) { self.store = store }

  /// The state of a key. Throws `Refusal.keyUnknown`.
  public func state(tenant: Int64, app: Int64, keyID: [UInt8]) async throws -> KeyState {
    guard let state = try await store.state(tenant: tenant, app: app, keyID: keyID) else { throw Refusal.keyUnknown }
    return state
  }

  /// The state of a key for its account. A key of another account is refused. Throws `Refusal`.
  public func state(tenant: Int64, app: Int64, keyID: [UInt8], account: String) async throws -> KeyState {
    let state = try await state(tenant: tenant, app: app, keyID: keyID)
    guard AccountName.areSame(state.account, account) else { throw Refusal.keyOfAnotherAccount }
    return state
  }

  /// Revokes a key. A repeat changes nothing and answers the same. Throws `Refusal.keyUnknown`.
  /// - Parameter correlationID: names the request in the event; nil when no request asked.
  public func revoke(
    tenant: Int64, app: Int64, keyID: [UInt8], reason: String, correlationID: String?
  ) async throws -> KeyState {
    try await store.revoke(tenant: tenant, app: app, keyID: keyID, reason: reason, correlationID: correlationID)
    return try await state(tenant: tenant, app: app, keyID: keyID)
  }

  /// How many keys of an app may sign.
  public func activeCount(tenant: Int64, app: Int64) async throws -> Int64 {
    try await store.activeCount(tenant: tenant, app: app)
  }

  /// The newest keys of an app. Throws `Refusal`.
  public func list(tenant: Int64, app: Int64, limit: Int) async throws -> [KeyState] {
    try await store.list(tenant: tenant, app: app, limit: limit)
  }
}
