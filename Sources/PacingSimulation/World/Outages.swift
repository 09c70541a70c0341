/// What fails in this world, and when: API replicas, the controller's leader, the database.
struct Outages: Sendable {
  private var random: SeededGenerator
  private var replicaReturns: [Int64]
  private var replicaFails: [Int64]
  private var controllerFails: Int64
  private var controllerReturns: Int64 = 0
  private var databaseFails: Int64
  private var databaseReturns: Int64 = 0
  private(set) var replicaFailures = 0

  init(replicas: Int, seed: UInt64) {
    random = SeededGenerator(seed: seed)
    replicaReturns = Array(repeating: 0, count: replicas)
    replicaFails = []
    controllerFails = random.seconds(mean: 86_400)
    databaseFails = random.seconds(mean: 30 * 86_400)
    replicaFails = (0..<replicas).map { _ in random.seconds(mean: 8 * 3600) }
  }

  /// Whether the replica works in this second, or fails in it with the slots that it has just taken.
  enum ReplicaCondition { case works, fails, isAway }

  mutating func condition(of replica: Int, second: Int64) -> ReplicaCondition {
    if second < replicaReturns[replica] { return .isAway }
    guard second >= replicaFails[replica] else { return .works }
    replicaReturns[replica] = second + random.seconds(mean: 20)
    replicaFails[replica] = replicaReturns[replica] + random.seconds(mean: 8 * 3600)
    replicaFailures += 1
    return .fails
  }

  /// Whether a controller leads: about once a day the lease has to change hands.
  mutating func hasController(second: Int64) -> Bool {
    if second >= controllerFails {
      controllerReturns = second + 2 + random.seconds(mean: 3)
      controllerFails = controllerReturns + random.seconds(mean: 86_400)
    }
    return second >= controllerReturns
  }

  /// Whether the database answers: about once a month it fails over.
  mutating func hasDatabase(second: Int64) -> Bool {
    if second >= databaseFails {
      databaseReturns = second + 20 + random.seconds(mean: 20)
      databaseFails = databaseReturns + random.seconds(mean: 30 * 86_400)
    }
    return second >= databaseReturns
  }
}
