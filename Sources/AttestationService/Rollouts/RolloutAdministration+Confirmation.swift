import Pacing

extension RolloutAdministration {
  /// Waits until every live replica has put a revision in force, two seconds and a half at most.
  public func awaitConfirmations(tenant: Int64, revision: Int64, since: Microseconds) async throws -> [Confirmation] {
    let limit = ContinuousClock.now + .milliseconds(2_500)
    while true {
      let found = try await confirmations(tenant: tenant, revision: revision, since: since)
      if found.allSatisfy({ $0.seconds != nil }) || ContinuousClock.now >= limit { return found }
      try await Task.sleep(for: .milliseconds(50))
    }
  }
}
