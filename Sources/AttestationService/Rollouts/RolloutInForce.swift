import Foundation
import Pacing
import Postgres

/// One rollout as a replica serves it.
struct RolloutInForce: Sendable {
  let id: Int64
  let app: Int64
  let rollout: Rollout
  let membership: RampMembership
  let target: RecoveryTarget?
  /// The pace that is in force by the controller's word, all replicas together.
  let pace: PaceRate

  init?(_ row: PostgresRow) throws {
    guard let id = try row.decodeIfPresent("rollout_id", as: Int64.self) else { return nil }
    self.id = id
    app = try row.decode("app_pk")
    rollout = try JSONDecoder().decode(Rollout.self, from: Data(try row.decode("document", as: String.self).utf8))
    membership = RampMembership(salt: try row.decode("salt"))
    let target: String = try row.decode("target")
    self.target = target == "{}" ? nil : try JSONDecoder().decode(RecoveryTarget.self, from: Data(target.utf8))
    pace = PaceRate(milli: try row.decode("granted_milli"))
  }

  var kind: RolloutKind { rollout.definition.kind }

  /// Whether it lets anybody in at the instant. One that has come to its end goes on for newcomers.
  func isOpen(at now: Microseconds) -> Bool {
    let lets = rollout.state == .running || rollout.state == .completed && kind != .recovery
    return lets && rollout.definition.ramp.isOpen(at: now)
  }

  /// Seconds until the share has probably grown to hold this position: what the pace needs for all before it.
  func secondsUntilMember(_ position: UInt64) -> Double {
    let missing = Double(RampMembership.entry(of: position) - rollout.share.parts) / Double(Share.all.parts)
    let population = Double(rollout.definition.population ?? 1_000_000)
    return min(3_600, max(5, missing * population / max(1, pace.perSecond)))
  }
}
