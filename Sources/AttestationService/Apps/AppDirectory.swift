import Postgres

/// The apps of all tenants. What it read is good for one second, so that a changed policy applies within that time.
public final class AppDirectory: Sendable {
  private struct Place: Hashable, Sendable {
    let tenant: Int64
    let identifier: String
  }

  private let store: AppStore
  private let cache: LoadingCache<Place, AppRecord>

  /// A directory of its own, for programs that need nothing else of the service.
  public convenience init(pool: PostgresPool) { self.init(store: AppStore(pool: pool)) }

  init(store: AppStore, lifetime: Duration = .seconds(1)) {
    self.store = store
    cache = LoadingCache(capacity: 8_192, lifetime: lifetime) { place in
      try await store.find(tenant: place.tenant, identifier: place.identifier)
    }
  }

  /// The app, when it was read within the last second; nil when it must be looked up.
  public func known(tenant: Int64, _ identifier: String) -> AppRecord? {
    cache.cached(Place(tenant: tenant, identifier: identifier))
  }

  /// Looks the app up. Completes at once when it was read within the last second.
  public func find(
    tenant: Int64, _ identifier: String, _ completion: @escaping @Sendable (Result<AppRecord, Refusal>) -> Void
  ) {
    cache.value(for: Place(tenant: tenant, identifier: identifier)) { result in
      switch result {
      case .success(let app?): completion(.success(app))
      case .success(nil): completion(.failure(.unknownApp))
      case .failure(let error): completion(.failure(StorageFault.refusal(for: error) ?? .internalFault))
      }
    }
  }

  /// The app, or `Refusal.unknownApp`.
  public func get(tenant: Int64, _ identifier: String) async throws -> AppRecord {
    try await withCheckedThrowingContinuation { continuation in
      find(tenant: tenant, identifier) { continuation.resume(with: $0) }
    }
  }

  /// All apps of a tenant.
  public func list(tenant: Int64) async throws -> [AppRecord] { try await store.list(tenant: tenant) }

  /// Registers an app. Throws `Refusal.appExists`.
  /// - Parameter correlationID: names the request in the event; nil when no request asked.
  public func create(
    tenant: Int64, _ identifier: AppIdentifier, _ change: AppChange, correlationID: String?
  ) async throws -> AppRecord {
    try await store.create(tenant: tenant, identifier, change, correlationID: correlationID)
  }

  /// Changes what is given of an app. Throws `Refusal`.
  public func update(
    tenant: Int64, _ identifier: String, _ change: AppChange, correlationID: String?
  ) async throws -> AppRecord {
    defer { cache.invalidate(Place(tenant: tenant, identifier: identifier)) }
    return try await store.update(tenant: tenant, identifier, change, correlationID: correlationID)
  }

  /// Deletes an app without active keys. Throws `Refusal.appHasKeys`.
  public func delete(tenant: Int64, _ identifier: String, correlationID: String?) async throws {
    defer { cache.invalidate(Place(tenant: tenant, identifier: identifier)) }
    try await store.delete(tenant: tenant, identifier, correlationID: correlationID)
  }
}
