import AttestationService
import Foundation
import Locking

/// The tokens in use: made once for each credential, used for 45 minutes, renewed at most once a minute on a refusal.
final class ProviderTokens: Sendable {
  private struct Entry {
    var token: String
    var madeAt: Date
    var renewedAt: Date?
  }

  static let lifetime: TimeInterval = 45 * 60
  private static let renewalPause: TimeInterval = 60
  private let entries = Locked<[String: Entry]>([:])

  /// The credential's token.
  func token(for key: TeamKey, credential: String, at now: Date) throws -> String {
    try entries.withLock { entries in
      if let entry = entries[credential], now.timeIntervalSince(entry.madeAt) < Self.lifetime { return entry.token }
      let token = try ProviderToken.make(key, at: now)
      entries[credential] = Entry(token: token, madeAt: now)
      return token
    }
  }

  /// Another token after Apple refused one; nil when there is none newer and one was renewed a moment ago.
  func renewed(after refused: String, for key: TeamKey, credential: String, at now: Date) throws -> String? {
    try entries.withLock { entries in
      guard let entry = entries[credential] else { return nil }
      if entry.token != refused { return entry.token }
      if let renewed = entry.renewedAt, now.timeIntervalSince(renewed) < Self.renewalPause { return nil }
      let token = try ProviderToken.make(key, at: now)
      entries[credential] = Entry(token: token, madeAt: now, renewedAt: now)
      return token
    }
  }
}
