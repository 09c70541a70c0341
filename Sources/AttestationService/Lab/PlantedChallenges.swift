import Locking

/// Challenges whose bytes a caller chose, on a lab server: each stands for a real one, which is claimed in its place.
final class PlantedChallenges: Sendable {
  private struct Place: Hashable {
    let scope: ChallengeScope
    let bytes: [UInt8]
  }

  private static let limit = 10_000
  private let tokens = Locked(GenerationCache<Place, ChallengeToken>(capacity: limit))

  func plant(_ bytes: [UInt8], for token: ChallengeToken, in scope: ChallengeScope) {
    tokens.withLock { $0.insert(token, for: Place(scope: scope, bytes: bytes)) }
  }

  func token(for bytes: [UInt8], in scope: ChallengeScope) -> ChallengeToken? {
    tokens.withLock { $0.value(for: Place(scope: scope, bytes: bytes)) }
  }
}
