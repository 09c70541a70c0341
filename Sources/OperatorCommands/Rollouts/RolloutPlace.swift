import AttestationService
import Foundation
import Postgres

/// The rollout that a command is about.
struct RolloutPlace: Sendable {
  static let argument = CommandSyntax.Argument.word("ROLLOUT", "the rollout's number")
  let place: AppPlace
  let record: RolloutRecord
  let administration: RolloutAdministration

  static func find(_ arguments: ParsedArguments, _ pool: PostgresPool) async throws -> RolloutPlace {
    let place = try await AppPlace.find(arguments, pool)
    guard let id = Int64(try arguments.required("ROLLOUT")) else { throw Refusal.unknownRollout }
    let administration = RolloutAdministration(pool: pool)
    let record = try await administration.find(tenant: place.tenant.tenant, app: place.app, rollout: id)
    return RolloutPlace(place: place, record: record, administration: administration)
  }

  /// Who gives a command: the operator's login.
  static func audit(_ console: Console, reason: String?) -> RolloutAudit {
    RolloutAudit(by: console.environment["USER"] ?? console.environment["LOGNAME"] ?? "operator", reason: reason)
  }
}
