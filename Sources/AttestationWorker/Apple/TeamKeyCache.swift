import AttestationService
import Foundation
import Locking

/// Opened team keys, for a minute each: a key that is added or removed takes effect within that.
final class TeamKeyCache: Sendable {
  private struct Entry {
    var key: Result<TeamKey, TeamKeyError>
    var readAt: Date
  }

  private static let lifetime: TimeInterval = 60
  private let store: TeamKeyStore
  private let master: MasterKey
  private let entries = Locked<[String: Entry]>([:])

  init(store: TeamKeyStore, master: MasterKey) {
    self.store = store
    self.master = master
  }

  func key(tenant: Int64, team: String, at now: Date) async throws -> TeamKey {
    let name = "\(tenant)/\(team)"
    let known = entries.withLock { $0[name] }
    if let known, now.timeIntervalSince(known.readAt) < Self.lifetime { return try known.key.get() }
    let key: Result<TeamKey, TeamKeyError>
    do {
      key = .success(try await store.open(tenant: tenant, team: team, with: master))
    } catch let error as TeamKeyError {
      key = .failure(error)
    }
    entries.withLock { $0[name] = Entry(key: key, readAt: now) }
    return try key.get()
  }

  func forget() {
    entries.withLock { $0 = [:] }
  }
}
