/// Tells who calls from the secret. What it learned is good for one second: a revoked secret stops within that time.
public final class Authenticator: Sendable {
  private let holders: LoadingCache<SecretPlace, SecretHolder>

  init(store: TenantStore, lifetime: Duration = .seconds(1)) {
    holders = LoadingCache(capacity: 4_096, lifetime: lifetime) { try await store.holder(of: $0) }
  }

  /// Completes at once when the secret was seen within the last second.
  public func authenticate(
    _ sent: [UInt8], _ completion: @escaping @Sendable (Result<Principal, Refusal>) -> Void
  ) {
    guard let secret = TenantSecret(sent) else { return completion(.failure(.unauthenticated)) }
    let place = SecretPlace(tenant: secret.tenant, secret: secret.secret, hash: secret.hash)
    holders.value(for: place) { completion(Self.judge($0)) }
  }

  private static func judge(_ result: Result<SecretHolder?, any Error>) -> Result<Principal, Refusal> {
    switch result {
    case .failure(let error): .failure(StorageFault.refusal(for: error) ?? .internalFault)
    case .success(nil): .failure(.unauthenticated)
    case .success(let holder?): holder.isSuspended ? .failure(.tenantSuspended) : .success(holder.principal)
    }
  }
}
