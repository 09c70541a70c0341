import AttestationService
import Pacing

/// `assay rollout plan`: what a ramp will do, when it will finish, and the peak; changes nothing.
struct RolloutPlanCommand: Command {
  static let name = "rollout plan"
  static let summary = "print what a rollout would do, when it would finish, and its peak; changes nothing"
  static let syntax = CommandSyntax(
    [AppPlace.appArgument, AppPlace.tenantArgument] + RolloutPlanArguments.all + [DatabaseAccess.argument])

  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) throws(UsageError) { self.arguments = arguments }

  func run(_ console: Console) async throws -> ExitStatus {
    let plan = try RolloutPlanArguments.plan(arguments, console)
    return try await DatabaseAccess(arguments).withPool(console) { pool in
      let place = try await AppPlace.find(arguments, pool)
      try await RolloutAdministration(pool: pool).check(tenant: place.tenant.tenant, app: place.app, plan)
      for line in RolloutForecast(plan.definition).lines { console.write(line) }
      for step in plan.definition.unjudgeableSteps() { console.complain(step.warning) }
      return .success
    }
  }
}

extension RolloutForecast {
  /// For people.
  var lines: [String] {
    var table = TextTable(["after", "share", "admitted"])
    for row in rows {
      table.append([RolloutRecord.span(days: row.day), RolloutRecord.percent(row.share), "\(row.admitted)"])
    }
    let end = days.map { "It finishes after \(RolloutRecord.span(days: $0))" } ?? "It has no end of its own"
    return (rows.isEmpty ? [] : Array(table.lines))
      + ["\(end), at most \(peakPerSecond) requests a second and \(dailyLimit) a day."]
  }
}
