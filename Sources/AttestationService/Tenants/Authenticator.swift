/// Tells who calls from the secret. What it learned is good for one second: a revoked secret stops within that time.
public final class Authenticator: Sendable {
  private let holders: LoadingCache<SecretPlace, SecretHolder>

  init(store: TenantStore, lifetime: Duration = .seconds(1)) {
    holders = LoadingCache(capacity: 4_096, lifetime: lifetime) { try await store.holder(of: $0) }
  }

  /// Who calls, when the secret was seen within the last second; nil when it must be looked up.
  public func known(_ secret: SecretPlace) -> Result<Principal, Refusal>? {
    holders.cached(secret).map { Self.judge(.success($0)) }
  }

  /// Looks up who calls.
  public func authenticate(
    _ secret: SecretPlace, _ completion: @escaping @Sendable (Result<Principal, Refusal>) -> Void
  ) {
    holders.value(for: secret) { completion(Self.judge($0)) }
  }

  private static func judge(_ result: Result<SecretHolder?, any Error>) -> Result<Principal, Refusal> {
    switch result {
    case .failure(let error): .failure(StorageFault.refusal(for: error) ?? .internalFault)
    case .success(nil): .failure(.unauthenticated)
    case .success(let holder?): holder.isSuspended ? .failure(.tenantSuspended) : .success(holder.principal)
    }
  }
}
