import AttestationService
import Pacing

/// `assay rollout history`: who changed a rollout, when and why.
struct RolloutHistoryCommand: Command {
  static let name = "rollout history"
  static let summary = "who changed a rollout, when and why"
  static let syntax = CommandSyntax(
    AppPlace.appArgument, RolloutPlace.argument, AppPlace.tenantArgument, DatabaseAccess.argument, .json)
  private let arguments: ParsedArguments
  init(_ arguments: ParsedArguments) throws(UsageError) { self.arguments = arguments }

  func run(_ console: Console) async throws -> ExitStatus {
    try await DatabaseAccess(arguments).withPool(console) { pool in
      let found = try await RolloutPlace.find(arguments, pool)
      let all = try await found.administration.history(tenant: found.place.tenant.tenant, rollout: found.record.id)
      let events = arguments.flag("--json") ? all : Self.forPeople(all)
      CommandOutput(console, arguments).show(
        "events", ["version", "at", "what", "by", "why"],
        events.map { event in
          (
            cells: ["\(event.version)", Timestamp.format(event.at), event.what, event.by, event.reason ?? ""],
            json: .object([
              ("version", .integer(event.version)), ("at", .instant(event.at)), ("type", .string(event.event.type)),
              ("what", .string(event.what)), ("by", .string(event.by)), ("reason", JSONValue(event.reason)),
            ])
          )
        })
      return .success
    }
  }
}

extension RolloutHistoryCommand {
  /// Without the events that only count the time of a step: its share is what people look for.
  private static func forPeople(_ events: [RecordedRolloutEvent]) -> [RecordedRolloutEvent] {
    var share: Share?
    return events.filter { event in
      guard case .shareGrew(let progress) = event.event else { return true }
      defer { share = progress.share }
      return progress.share != share
    }
  }
}

extension RecordedRolloutEvent {
  fileprivate var what: String {
    switch event {
    case .created: "created"
    case .started: "started"
    case .paused: "paused"
    case .resumed: "resumed"
    case .aborted: "aborted"
    case .rateSet(let rate, _): "rate set to \(RolloutRecord.short(rate.perSecond))"
    case .paceChanged(let rate, let decision): "\(decision): pace \(RolloutRecord.short(rate.perSecond))"
    case .shareGrew(let progress): "share \(RolloutRecord.percent(progress.share.fraction))"
    case .completed: "completed"
    }
  }
}
