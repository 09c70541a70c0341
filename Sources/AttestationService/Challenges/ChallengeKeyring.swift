import Foundation
import Locking

/// The service keys that this replica makes and checks challenges with.
///
/// A new key is entered well before it is used, so that every replica has read it by then; an old one is kept until the
/// last challenge made with it has expired.
public final class ChallengeKeyring: Sendable {
  /// How long a key makes challenges.
  static let rotation: TimeInterval = 7 * 86_400
  /// How long before its use a key is entered.
  static let notice: TimeInterval = 600
  /// How often the keys are read again; shorter than the notice.
  static let refreshInterval: Duration = .seconds(60)

  private let store: ChallengeKeyStore
  private let keys = Locked(ChallengeMACKeys([]))

  init(store: ChallengeKeyStore) { self.store = store }

  var current: ChallengeMACKeys { keys.withLock { $0 } }

  /// Whether challenges can be made.
  public var isReady: Bool { current.signing(at: Date()) != nil }

  /// Reads the keys, and enters the next one when it is time.
  func refresh(at now: Date) async throws {
    var known = ChallengeMACKeys(try await store.keys(at: now))
    if let due = Self.dueKey(after: known, at: now) {
      try await store.enter(due, retireAfter: now.addingTimeInterval(Self.rotation * 2))
      known = ChallengeMACKeys(try await store.keys(at: now))
    }
    keys.withLock { $0 = known }
  }

  /// The key to enter now, if any: the first one at once, the next ones with notice.
  static func dueKey(after known: ChallengeMACKeys, at now: Date) -> (number: UInt16, activeFrom: Date)? {
    guard let newest = known.newest else { return (1, now) }
    guard now.timeIntervalSince(newest.activeFrom) > rotation - notice else { return nil }
    return (newest.number &+ 1, now.addingTimeInterval(notice))
  }

  /// Reads the keys again and again until the task is cancelled. A fault leaves the keys as they are.
  public func run(reporting fault: @escaping @Sendable (any Error) -> Void) async {
    while !Task.isCancelled {
      do { try await refresh(at: Date()) } catch { fault(error) }
      let pause = isReady ? Self.refreshInterval : .milliseconds(500)
      try? await Task.sleep(for: pause)
    }
  }
}
