import AttestationService
import Pacing

/// What the commands that change one rollout have in common: say what will be done, do it, and show which replicas have
/// put it in force, after how long.
struct RolloutChange: Sendable {
  static let arguments: [CommandSyntax.Argument] = [
    AppPlace.appArgument, RolloutPlace.argument, AppPlace.tenantArgument,
    .option("--reason", "TEXT", "why; it stands in the history"), DatabaseAccess.argument, .yes, .json,
  ]

  let arguments: ParsedArguments
  let plan: @Sendable (RolloutRecord) -> String
  let command: RolloutCommand

  func run(_ console: Console) async throws -> ExitStatus {
    try await DatabaseAccess(arguments).withPool(console) { pool in
      let found = try await RolloutPlace.find(arguments, pool)
      // Refused before anybody is asked to confirm it.
      try found.record.check(command)
      guard console.confirms(plan(found.record), arguments) else { return .refused }
      let tenant = found.place.tenant.tenant
      let began = try await found.administration.clock(tenant: tenant)
      let changed = try await found.administration.command(
        tenant: tenant, app: found.place.app, rollout: found.record.id, command,
        audit: RolloutPlace.audit(console, reason: arguments.value("--reason")))
      let confirmed = try await found.administration.awaitConfirmations(
        tenant: tenant, revision: changed.revision, since: began)
      CommandOutput(console, arguments).show(changed.properties, changed.json)
      return console.shows(confirmed)
    }
  }
}

/// `assay rollout start`
struct RolloutStartCommand: Command {
  static let name = "rollout start"
  static let summary = "let installations in"
  static let syntax = CommandSyntax(RolloutChange.arguments)
  private let arguments: ParsedArguments
  init(_ arguments: ParsedArguments) throws(UsageError) { self.arguments = arguments }

  func run(_ console: Console) async throws -> ExitStatus {
    try await RolloutChange(
      arguments: arguments,
      plan: { record in
        let pace = "at most \(RolloutRecord.short(record.rollout.ceiling.perSecond)) installations a second are let in"
        guard record.rollout.definition.kind == .recovery else { return "From now on \(pace)." }
        return "From now on \(pace). An attested key cannot be attested again: each makes a new key, which raises its "
          + "device's metric."
      }, command: .start
    ).run(console)
  }
}

/// `assay rollout pause`
struct RolloutPauseCommand: Command {
  static let name = "rollout pause"
  static let summary = "let nobody in; the share is kept"
  static let syntax = CommandSyntax(RolloutChange.arguments)
  private let arguments: ParsedArguments
  init(_ arguments: ParsedArguments) throws(UsageError) { self.arguments = arguments }

  func run(_ console: Console) async throws -> ExitStatus {
    let reason = arguments.value("--reason") ?? ""
    return try await RolloutChange(
      arguments: arguments, plan: { "This lets nobody of “\($0.name)” in until it is resumed." },
      command: .pause(reason: reason)
    ).run(console)
  }
}

/// `assay rollout resume`
struct RolloutResumeCommand: Command {
  static let name = "rollout resume"
  static let summary = "go on after a pause"
  static let syntax = CommandSyntax(RolloutChange.arguments)
  private let arguments: ParsedArguments
  init(_ arguments: ParsedArguments) throws(UsageError) { self.arguments = arguments }

  func run(_ console: Console) async throws -> ExitStatus {
    try await RolloutChange(
      arguments: arguments, plan: { "This goes on with “\($0.name)”, which was paused: \($0.rollout.reason ?? "")." },
      command: .resume
    ).run(console)
  }
}

/// `assay rollout abort`
struct RolloutAbortCommand: Command {
  static let name = "rollout abort"
  static let summary = "give a rollout up; its share is void; needs --reason"
  static let syntax = CommandSyntax(RolloutChange.arguments)
  private let arguments: ParsedArguments
  init(_ arguments: ParsedArguments) throws(UsageError) { self.arguments = arguments }

  func run(_ console: Console) async throws -> ExitStatus {
    let reason = arguments.value("--reason") ?? ""
    return try await RolloutChange(
      arguments: arguments, plan: { "This gives “\($0.name)” up for good." }, command: .abort(reason: reason)
    ).run(console)
  }
}

/// `assay rollout step`
struct RolloutStepCommand: Command {
  static let name = "rollout step"
  static let summary = "open the next step of the ramp"
  static let syntax = CommandSyntax(RolloutChange.arguments)
  private let arguments: ParsedArguments
  init(_ arguments: ParsedArguments) throws(UsageError) { self.arguments = arguments }

  func run(_ console: Console) async throws -> ExitStatus {
    try await RolloutChange(
      arguments: arguments,
      plan: { "This opens the step after \(RolloutRecord.percent($0.rollout.share.fraction)) of “\($0.name)”." },
      command: .step
    ).run(console)
  }
}

/// `assay rollout rate`
struct RolloutRateCommand: Command {
  static let name = "rollout rate"
  static let summary = "set the pace at most; above the plan it needs --reason"
  static let syntax = CommandSyntax(
    RolloutChange.arguments + [.option("--rate", "N", "requests a second", required: true)])
  private let arguments: ParsedArguments
  private let rate: PaceRate

  init(_ arguments: ParsedArguments) throws(UsageError) {
    self.arguments = arguments
    rate = try RolloutPlanArguments.rate(try arguments.required("--rate"))
  }

  func run(_ console: Console) async throws -> ExitStatus {
    let rate = rate
    return try await RolloutChange(
      arguments: arguments,
      plan: {
        "This sets the pace of “\($0.name)” from \(RolloutRecord.short($0.rollout.ceiling.perSecond)) to "
          + "\(RolloutRecord.short(rate.perSecond)) a second at most."
      }, command: .setRate(rate, reason: arguments.value("--reason"))
    ).run(console)
  }
}
