import Foundation
import Postgres

/// Issues challenges, many in one commit.
public final class ChallengeIssuer: Sendable {
  private let batcher: Batcher<ChallengeWork>

  init(
    keyring: ChallengeKeyring, lab: LabSwitch?, configuration: PostgresConfiguration, limits: BatchLimits,
    observer: any BatchObserver
  ) {
    batcher = Batcher(
      name: "challenges", work: ChallengeWork(keyring: keyring, lab: lab), configuration: configuration, limits: limits,
      observer: observer)
  }

  /// Issues one challenge. The answer comes after it is durable.
  public func issue(
    _ request: ChallengeRequest, _ completion: @escaping @Sendable (Result<IssuedChallenge, Refusal>) -> Void
  ) {
    let expiry = Date().timeIntervalSince1970.rounded(.up) + TimeInterval(request.lifetime)
    batcher.submit(ChallengeRow(request: request, expiry: UInt32(expiry), completion: completion))
  }

  /// Issues one challenge.
  public func issue(_ request: ChallengeRequest) async throws -> IssuedChallenge {
    try await withCheckedThrowingContinuation { continuation in issue(request) { continuation.resume(with: $0) } }
  }

  /// Whether it can record anything.
  public var isConnected: Bool { batcher.isConnected }
  /// How many requests wait.
  public var depth: Int { batcher.depth }
  /// Starts the committers.
  public func start() { batcher.start() }
  /// Records what waits and ends. Blocks.
  public func stop() { batcher.stop() }
}
