import Pacing

/// A tenant's rollouts as they are in force on this replica.
struct TenantBoard: Sendable {
  var revision: Int64 = 0
  /// Rises on this replica with every change but the growth of a share: a wait that was told before it counts no more.
  var generation = 0
  var isFrozen = false
  var replicas = 1
  var rollouts: [RolloutInForce] = []

  /// Whether the same rollouts let installations in as on another board.
  func letsInLike(_ other: TenantBoard) -> Bool {
    isFrozen == other.isFrozen && rollouts.count == other.rollouts.count
      && zip(rollouts, other.rollouts).allSatisfy { $0.id == $1.id && $0.rollout.state == $1.rollout.state }
  }

  func rollouts(of app: Int64) -> [RolloutInForce] { rollouts.filter { $0.app == app } }
}
