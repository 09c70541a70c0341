import Locking
import Postgres

/// The sites of all apps, read again every second. Every request asks it, so it never waits for the database.
public final class DeviceSiteDirectory: Sendable {
  static let interval: Duration = .seconds(1)

  private let store: DeviceSiteStore
  private let sites = Locked<DeviceSites?>(nil)

  init(store: DeviceSiteStore) {
    self.store = store
  }

  /// Whether the sites have been read at all.
  public var isLoaded: Bool { sites.withLock { $0 != nil } }

  /// The site of a request, with the path that is left for it; nil when the request is for the service itself.
  public func find(host: String?, path: String) -> (site: DeviceSite, path: String)? {
    sites.withLock { $0 }?.find(host: host, path: path)
  }

  /// Reads the sites until the task is cancelled. While the database is away the last ones stand.
  public func run(reporting fault: @escaping @Sendable (any Error) -> Void) async {
    while !Task.isCancelled {
      do { try await refresh() } catch { fault(error) }
      try? await Task.sleep(for: Self.interval)
    }
  }

  /// Reads the sites once.
  public func refresh() async throws {
    let read = DeviceSites(try await store.all())
    sites.withLock { $0 = read }
  }
}
