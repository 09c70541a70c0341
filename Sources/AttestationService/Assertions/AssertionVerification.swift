import Foundation
import Postgres

/// Verifies signed requests: the signature at once, on the caller's thread; then challenge, counter and event in the next
/// commit. The answer comes after the commit.
public final class AssertionVerification: Sendable {
  private let desk: ChallengeDesk
  private let keys: KeyCache
  private let batcher: Batcher<AssertionWork>

  init(
    desk: ChallengeDesk, keys: KeyCache, configuration: PostgresConfiguration, limits: BatchLimits,
    observer: any BatchObserver
  ) {
    self.desk = desk
    self.keys = keys
    batcher = Batcher(
      name: "assertions", work: AssertionWork(), configuration: configuration, limits: limits, observer: observer)
  }

  /// Verifies one signed request.
  public func submit(
    _ submission: AssertionSubmission, _ completion: @escaping @Sendable (Result<AcceptedAssertion, Refusal>) -> Void
  ) {
    let scope = ChallengeScope(tenant: submission.tenant, app: submission.app.app, purpose: .assertion)
    let challenge: ChallengeToken
    do throws(Refusal) {
      challenge = try desk.open(submission.challenge, scope: scope, at: submission.receivedAt)
    } catch {
      return completion(.failure(error))
    }
    if let key = keys.known(tenant: submission.tenant, app: submission.app.app, keyID: submission.keyID) {
      return judge(submission, challenge, key, completion)
    }
    keys.find(tenant: submission.tenant, app: submission.app.app, keyID: submission.keyID) { [self] found in
      switch found {
      case .failure(let refusal): completion(.failure(refusal))
      case .success(let key): judge(submission, challenge, key, completion)
      }
    }
  }

  private func judge(
    _ submission: AssertionSubmission, _ challenge: ChallengeToken, _ key: RegisteredKey?,
    _ completion: @escaping @Sendable (Result<AcceptedAssertion, Refusal>) -> Void
  ) {
    let verdict = key.map { AssertionJudge.judge(submission, key: $0) } ?? .refused(.keyUnknown)
    batcher.submit(
      AssertionRow(submission: submission, challenge: challenge, key: key, verdict: verdict, completion: completion))
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
