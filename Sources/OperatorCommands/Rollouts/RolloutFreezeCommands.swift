import AttestationService
import Pacing

/// What freeze and unfreeze have in common.
private struct FreezeChange: Sendable {
  static let syntax = CommandSyntax(
    AppPlace.tenantArgument, .option("--reason", "TEXT", "why; it stands in the history"), DatabaseAccess.argument,
    .yes,
    .json)
  let arguments: ParsedArguments
  let frozen: Bool

  func run(_ console: Console) async throws -> ExitStatus {
    try await DatabaseAccess(arguments).withPool(console) { pool in
      let tenant = try await TenantAdministration(pool: pool).find(try arguments.required("--tenant")).tenant
      let administration = RolloutAdministration(pool: pool)
      // Refused before anybody is asked to confirm it. To freeze twice is no mistake.
      if !frozen {
        guard arguments.value("--reason")?.contains(where: { !$0.isWhitespace }) ?? false else {
          throw CommandFailure("unfreeze needs a reason: say why with --reason (reason_required)")
        }
        guard try await administration.isFrozen(tenant: tenant) else {
          throw CommandFailure("the tenant's rollouts are not frozen: there is nothing to let go on")
        }
      }
      let plan = frozen ? "This stops every rollout of the tenant." : "This lets the tenant's rollouts go on."
      guard console.confirms(plan, arguments) else { return .refused }
      let began = try await administration.clock(tenant: tenant)
      let revision = try await administration.freeze(
        tenant: tenant, frozen, audit: RolloutPlace.audit(console, reason: arguments.value("--reason")))
      let confirmed = try await administration.awaitConfirmations(tenant: tenant, revision: revision, since: began)
      CommandOutput(console, arguments).show(
        [(name: "frozen", value: frozen ? "yes" : "no")], .object([("frozen", .bool(frozen))]))
      return console.shows(confirmed)
    }
  }
}

/// `assay rollout freeze-all`
struct RolloutFreezeCommand: Command {
  static let name = "rollout freeze-all"
  static let summary = "stop every rollout of a tenant"
  static let syntax = FreezeChange.syntax
  private let arguments: ParsedArguments
  init(_ arguments: ParsedArguments) throws(UsageError) { self.arguments = arguments }
  func run(_ console: Console) async throws -> ExitStatus {
    try await FreezeChange(arguments: arguments, frozen: true).run(console)
  }
}

/// `assay rollout unfreeze`
struct RolloutUnfreezeCommand: Command {
  static let name = "rollout unfreeze"
  static let summary = "let a tenant's rollouts go on; needs --reason"
  static let syntax = FreezeChange.syntax
  private let arguments: ParsedArguments
  init(_ arguments: ParsedArguments) throws(UsageError) { self.arguments = arguments }
  func run(_ console: Console) async throws -> ExitStatus {
    try await FreezeChange(arguments: arguments, frozen: false).run(console)
  }
}
