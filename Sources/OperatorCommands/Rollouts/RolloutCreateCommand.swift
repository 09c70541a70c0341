import AttestationService
import Pacing

/// `assay rollout create`: writes a rollout down as a draft.
struct RolloutCreateCommand: Command {
  static let name = "rollout create"
  static let summary = "write a rollout down as a draft; nothing happens before start"
  static let syntax = CommandSyntax(
    [AppPlace.appArgument, AppPlace.tenantArgument] + RolloutPlanArguments.all + [DatabaseAccess.argument, .yes, .json])

  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) throws(UsageError) { self.arguments = arguments }

  func run(_ console: Console) async throws -> ExitStatus {
    let plan = try RolloutPlanArguments.plan(arguments, console)
    return try await DatabaseAccess(arguments).withPool(console) { pool in
      let place = try await AppPlace.find(arguments, pool)
      let administration = RolloutAdministration(pool: pool)
      try await administration.check(tenant: place.tenant.tenant, app: place.app, plan)
      for line in RolloutForecast(plan.definition).lines { console.complain(line) }
      for step in plan.definition.unjudgeableSteps() { console.complain(step.warning) }
      guard console.confirms("This writes the rollout “\(plan.name)” down as a draft.", arguments) else {
        return .refused
      }
      let record = try await administration.create(
        tenant: place.tenant.tenant, app: place.app, plan, audit: RolloutPlace.audit(console, reason: nil))
      CommandOutput(console, arguments).show(record.properties, record.json)
      return .success
    }
  }
}
