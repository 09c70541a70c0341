import Postgres
import Timing

/// Reads registered keys, many at a time.
final class KeyReader: Sendable {
  /// How long a key is waited for; requests have their own deadline, which is not longer.
  private static let patience: Duration = .seconds(5)
  private let batcher: Batcher<KeyReadingWork>

  init(configuration: PostgresConfiguration, limits: BatchLimits, observer: any BatchObserver) {
    batcher = Batcher(
      name: "keys", work: KeyReadingWork(), configuration: configuration, limits: limits, observer: observer)
  }

  /// Completes with the key, or with nil when the app has no such key, on a thread of the reader.
  func read(
    tenant: Int64, app: Int64, keyID: [UInt8],
    _ completion: @escaping @Sendable (Result<RegisteredKey?, any Error>) -> Void
  ) {
    batcher.submit(
      KeyLookup(tenant: tenant, app: app, keyID: keyID, deadline: .now + Self.patience, completion: completion))
  }

  var isConnected: Bool { batcher.isConnected }
  func start() { batcher.start() }
  func stop() { batcher.stop() }
}
