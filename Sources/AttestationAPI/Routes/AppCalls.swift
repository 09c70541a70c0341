import AttestationService
import HTTPServer

/// The calls about apps.
struct AppCalls: Sendable {
  let apps: AppDirectory
  let lab: LabSwitch?

  var entries: [APIHandler.Entry] {
    [
      .init(operation: .createApp, endpoint: .task(create)), .init(operation: .listApps, endpoint: .task(list)),
      .init(operation: .getApp, endpoint: .task(get)), .init(operation: .updateApp, endpoint: .task(update)),
      .init(operation: .deleteApp, endpoint: .task(delete)),
    ]
  }

  private func create(_ caller: Caller) async throws -> HTTPResponse {
    let body = try caller.object()
    guard let identifier = AppIdentifier(try body.text("app_id", bytes: 1...256)) else {
      throw Refusal.invalidField("/app_id", "The field must be PREFIX.bundle.identifier.")
    }
    let change = try change(body)
    let app = try await apps.create(
      tenant: caller.tenant, identifier, change, correlationID: caller.correlationID)
    return .json(201, try app.json)
  }

  private func list(_ caller: Caller) async throws -> HTTPResponse {
    let found = try await apps.list(tenant: caller.tenant)
    return .json(200, .object([JSONMember("apps", .array(try found.map { try $0.json }))]))
  }

  private func get(_ caller: Caller) async throws -> HTTPResponse {
    .json(200, try await apps.get(tenant: caller.tenant, caller.parameters[0]).json)
  }

  private func update(_ caller: Caller) async throws -> HTTPResponse {
    let change = try change(caller.object())
    let app = try await apps.update(
      tenant: caller.tenant, caller.parameters[0], change, correlationID: caller.correlationID)
    return .json(200, try app.json)
  }

  private func delete(_ caller: Caller) async throws -> HTTPResponse {
    try await apps.delete(tenant: caller.tenant, caller.parameters[0], correlationID: caller.correlationID)
    return HTTPResponse(status: 204)
  }

  private func change(_ body: RequestObject) throws -> AppChange {
    var change = AppChange(environments: try body.words("environments"), platforms: try body.words("platforms"))
    if let value = body.value("policy") {
      do {
        change.policy = try PolicyChange(json: JSONWriter.write(value))
      } catch let problem as PolicyProblem {
        throw problem.refusal(under: "/policy")
      }
      if change.policy?.setsLab == true, lab == nil { throw Refusal.labOnly("/policy/lab") }
    }
    return change
  }
}
