/// The registered keys that sign at this time. What is kept of a key never changes; whether it may still sign is judged
/// inside each commit.
final class KeyCache: Sendable {
  private struct Place: Hashable, Sendable {
    let tenant: Int64
    let app: Int64
    let keyID: [UInt8]
  }

  private let keys: LoadingCache<Place, RegisteredKey>

  init(reader: KeyReader, capacity: Int) {
    keys = LoadingCache(
      capacity: capacity, lifetime: nil,
      loader: { place, completion in
        reader.read(tenant: place.tenant, app: place.app, keyID: place.keyID, completion)
      })
  }

  /// The key, when it is cached; nil when it must be looked up.
  func known(tenant: Int64, app: Int64, keyID: [UInt8]) -> RegisteredKey? {
    keys.cached(Place(tenant: tenant, app: app, keyID: keyID))
  }

  func find(
    tenant: Int64, app: Int64, keyID: [UInt8],
    _ completion: @escaping @Sendable (Result<RegisteredKey?, Refusal>) -> Void
  ) {
    keys.value(for: Place(tenant: tenant, app: app, keyID: keyID)) { result in
      switch result {
      case .success(let key): completion(.success(key))
      case .failure(let error): completion(.failure(StorageFault.refusal(for: error) ?? .internalFault))
      }
    }
  }
}
