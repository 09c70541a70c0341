import Cryptography
import Synchronization

/// Tells who calls from the secret. What it learned is good for one second: a revoked secret stops within that time.
public final class Authenticator: Sendable {
  private struct Place: Hashable, Sendable {
    let tenant: Int64
    let secret: Int64
  }

  private let secrets: LoadingCache<Place, SecretRecord>

  init(store: TenantStore, lifetime: Duration = .seconds(1)) {
    secrets = LoadingCache(capacity: 4_096, lifetime: lifetime) { place in
      try await store.secret(tenant: place.tenant, secret: place.secret)
    }
  }

  /// Completes at once when the secret was seen within the last second.
  public func authenticate(
    _ sent: [UInt8], _ completion: @escaping @Sendable (Result<Principal, Refusal>) -> Void
  ) {
    guard let sent = TenantSecret(sent) else { return completion(.failure(.unauthenticated)) }
    secrets.value(for: Place(tenant: sent.tenant, secret: sent.secret)) { result in
      completion(Self.judge(sent, result))
    }
  }

  private static func judge(
    _ sent: TenantSecret, _ result: Result<SecretRecord?, any Error>
  ) -> Result<Principal, Refusal> {
    switch result {
    case .failure(let error): return .failure(StorageFault.refusal(for: error) ?? .internalFault)
    case .success(nil): return .failure(.unauthenticated)
    case .success(let known?):
      guard constantTimeEquals(sent.hash, known.hash), !known.isRevoked else { return .failure(.unauthenticated) }
      guard !known.isTenantSuspended else { return .failure(.tenantSuspended) }
      return .success(known.principal)
    }
  }
}
