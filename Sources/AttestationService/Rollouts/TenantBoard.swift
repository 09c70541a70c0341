/// A tenant's rollouts as they are in force on this replica.
struct TenantBoard: Sendable {
  var revision: Int64 = 0
  var isFrozen = false
  var replicas = 1
  var rollouts: [RolloutInForce] = []

  func rollouts(of app: Int64) -> [RolloutInForce] { rollouts.filter { $0.app == app } }
}
