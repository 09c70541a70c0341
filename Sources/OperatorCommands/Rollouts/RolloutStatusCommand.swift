import AttestationService
import Foundation
import Pacing
import Postgres

/// `assay rollout status`: how a rollout, or all of an app, stand; with --watch a live view.
struct RolloutStatusCommand: Command {
  static let name = "rollout status"
  static let summary = "how rollouts stand; --watch for a live view"
  static let syntax = CommandSyntax(
    AppPlace.appArgument, .word("ROLLOUT", "the rollout's number; all without", required: false),
    AppPlace.tenantArgument, .flag("--watch", "a live view, until interrupted"),
    .option("--for", "SECONDS", "end the live view after this time"), DatabaseAccess.argument, .json)

  private let arguments: ParsedArguments
  private let seconds: Int?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    self.arguments = arguments
    seconds = try arguments.integer("--for", in: 1...86_400)
    if seconds != nil, !arguments.flag("--watch") {
      throw UsageError("--for is for the live view", mend: "Add --watch, or leave out --for.")
    }
    if arguments.flag("--watch"), arguments.flag("--json") {
      throw UsageError("the live view is no JSON", mend: "Leave out --watch or --json.")
    }
  }

  func run(_ console: Console) async throws -> ExitStatus {
    try await DatabaseAccess(arguments).withPool(console) { pool in
      let place = try await AppPlace.find(arguments, pool)
      let administration = RolloutAdministration(pool: pool)
      guard arguments.flag("--watch") else {
        try await show(console, place, administration)
        return .success
      }
      try await watch(console, place, administration)
      return .success
    }
  }

  private func records(_ place: AppPlace, _ administration: RolloutAdministration) async throws -> [RolloutRecord] {
    let all = try await administration.list(tenant: place.tenant.tenant, app: place.app)
    guard let wanted = arguments.value("ROLLOUT") else { return all }
    let found = all.filter { String($0.id) == wanted }
    if found.isEmpty { throw Refusal.unknownRollout }
    return found
  }

  private func show(_ console: Console, _ place: AppPlace, _ administration: RolloutAdministration) async throws {
    let found = try await records(place, administration)
    if try await administration.isFrozen(tenant: place.tenant.tenant) { console.complain(Self.frozen) }
    let output = CommandOutput(console, arguments)
    if arguments.value("ROLLOUT") != nil, let record = found.first {
      return output.show(record.properties, record.json)
    }
    output.show(
      "rollouts", ["rollout", "name", "kind", "state", "share", "registered", "waiting", "pace"],
      found.map {
        (
          cells: [
            "\($0.id)", $0.name, $0.rollout.definition.kind.rawValue, $0.rollout.state.rawValue,
            RolloutRecord.percent($0.rollout.share.fraction), "\($0.registered)", "\($0.waiting)",
            RolloutRecord.short($0.pace.perSecond),
          ], json: $0.json
        )
      })
  }

  private static let frozen = "FROZEN: nobody is let in, by any rollout of the tenant, until it is unfrozen."

  private func watch(_ console: Console, _ place: AppPlace, _ administration: RolloutAdministration) async throws {
    let end = seconds.map { ContinuousClock.now + .seconds($0) }
    // What is not there is said at once; what goes away later is waited for.
    _ = try await records(place, administration)
    let screen = LiveScreen(console)
    try await screen.with {
      var page = RolloutPage()
      while !Task.isCancelled, end.map({ ContinuousClock.now < $0 }) ?? true {
        do { try await look(&page, place, administration) } catch let error as PostgresError where !Task.isCancelled {
          page.lost(error)
        }
        screen.draw(page.lines(columns: screen.columns))
        try? await Task.sleep(for: .seconds(1))
      }
    }
  }

  private func look(_ page: inout RolloutPage, _ place: AppPlace, _ administration: RolloutAdministration) async throws
  {
    let tenant = place.tenant.tenant
    let found = try await records(place, administration)
    // Of all rollouts only those that let in or may yet: the others no longer change.
    let shown = arguments.value("ROLLOUT") == nil ? found.filter(\.rollout.stands) : found
    let frozen = try await administration.isFrozen(tenant: tenant)
    page.saw(shown, notice: frozen ? Self.frozen : nil, at: try await administration.clock(tenant: tenant))
  }
}
