import AttestationService
import Foundation
import HTTPServer
import Pacing

/// The calls by which on-call holds the valve.
struct RolloutCalls: Sendable {
  let apps: AppDirectory
  let rollouts: RolloutAdministration

  var entries: [APIHandler.Entry] {
    [
      .init(operation: .createRollout, endpoint: .task(create)), .init(operation: .listRollouts, endpoint: .task(list)),
      .init(operation: .getRollout, endpoint: .task(get)), .init(operation: .rolloutHistory, endpoint: .task(history)),
      .init(operation: .startRollout, endpoint: .task { try await command($0) { _ in .start } }),
      .init(
        operation: .pauseRollout, endpoint: .task { try await command($0) { .pause(reason: try Self.reason($0)) } }),
      .init(operation: .resumeRollout, endpoint: .task { try await command($0) { _ in .resume } }),
      .init(
        operation: .abortRollout, endpoint: .task { try await command($0) { .abort(reason: try Self.reason($0)) } }),
      .init(operation: .stepRollout, endpoint: .task { try await command($0) { _ in .step } }),
      .init(
        operation: .rateRollout,
        endpoint: .task {
          try await command($0) { body in
            .setRate(try body.pace("per_second"), reason: try body.optionalText("reason", bytes: 1...500))
          }
        }),
      .init(operation: .freezeRollouts, endpoint: .task { try await freeze($0, true) }),
      .init(operation: .unfreezeRollouts, endpoint: .task { try await freeze($0, false) }),
    ]
  }

  private static func reason(_ body: RequestObject) throws -> String {
    try body.optionalText("reason", bytes: 1...500) ?? ""
  }

  private func create(_ caller: Caller) async throws -> HTTPResponse {
    let app = try await apps.get(tenant: caller.tenant, caller.parameters[0])
    let body = try caller.object()
    let plan = try body.rolloutPlan()
    if body.value("dry_run") != nil, try body.flag("dry_run") {
      try await rollouts.check(tenant: caller.tenant, app: app, plan)
      return .json(200, .object([JSONMember("forecast", RolloutForecast(plan.definition).json)]))
    }
    let record = try await rollouts.create(
      tenant: caller.tenant, app: app, plan, audit: Self.audit(caller, reason: nil))
    return .json(201, record.json(confirmed: nil))
  }

  private func list(_ caller: Caller) async throws -> HTTPResponse {
    let app = try await apps.get(tenant: caller.tenant, caller.parameters[0])
    let found = try await rollouts.list(tenant: caller.tenant, app: app)
    return .json(200, .object([JSONMember("rollouts", .array(found.map { $0.json(confirmed: nil) }))]))
  }

  private func get(_ caller: Caller) async throws -> HTTPResponse {
    .json(200, try await find(caller).record.json(confirmed: nil))
  }

  private func history(_ caller: Caller) async throws -> HTTPResponse {
    let record = try await find(caller).record
    let events = try await rollouts.history(tenant: caller.tenant, rollout: record.id)
    return .json(200, .object([JSONMember("events", .array(events.map(\.json)))]))
  }

  private func find(_ caller: Caller) async throws -> (app: AppRecord, record: RolloutRecord) {
    let app = try await apps.get(tenant: caller.tenant, caller.parameters[0])
    guard let id = Int64(caller.parameters[1]) else { throw Refusal.unknownRollout }
    return (app, try await rollouts.find(tenant: caller.tenant, app: app, rollout: id))
  }

  private func command(
    _ caller: Caller, _ make: @Sendable (RequestObject) throws -> RolloutCommand
  ) async throws -> HTTPResponse {
    let (app, record) = try await find(caller)
    let body = try caller.object()
    let began = try await rollouts.clock(tenant: caller.tenant)
    let changed = try await rollouts.command(
      tenant: caller.tenant, app: app, rollout: record.id, try make(body),
      audit: Self.audit(
        caller, reason: body.value("reason").flatMap { if case .text(let text) = $0 { text } else { nil } }))
    let confirmed = try await rollouts.awaitConfirmations(
      tenant: caller.tenant, revision: changed.revision, since: began)
    return .json(200, changed.json(confirmed: confirmed))
  }

  private func freeze(_ caller: Caller, _ frozen: Bool) async throws -> HTTPResponse {
    let reason = try caller.object().optionalText("reason", bytes: 1...500)
    let began = try await rollouts.clock(tenant: caller.tenant)
    let revision = try await rollouts.freeze(
      tenant: caller.tenant, frozen, audit: Self.audit(caller, reason: reason))
    let confirmed = try await rollouts.awaitConfirmations(tenant: caller.tenant, revision: revision, since: began)
    return .json(
      200,
      .object([JSONMember("frozen", .bool(frozen)), JSONMember("confirmed", .array(confirmed.map(\.json)))]))
  }

  private static func audit(_ caller: Caller, reason: String?) -> RolloutAudit {
    RolloutAudit(by: "api:\(caller.principal.publicID)", reason: reason, correlationID: caller.correlationID)
  }
}
