import AttestationService
import HTTPServer

/// The calls about teams' keys for Apple. This program seals them and cannot open any.
struct TeamKeyCalls: Sendable {
  let desk: TeamKeyDesk

  var entries: [APIHandler.Entry] {
    [
      .init(operation: .addTeamKey, endpoint: .task(add)), .init(operation: .listTeamKeys, endpoint: .task(list)),
      .init(operation: .removeTeamKey, endpoint: .task(remove)),
    ]
  }

  private func add(_ caller: Caller) async throws -> HTTPResponse {
    let body = try caller.object()
    let (team, keyID) = (try body.text("team_id", bytes: 1...64), try body.text("key_id", bytes: 1...64))
    let record = try await desk.add(
      team: team, keyID: keyID, pem: try body.text("private_key", bytes: 1...4_096), tenant: caller.tenant)
    return .json(201, record.json)
  }

  private func list(_ caller: Caller) async throws -> HTTPResponse {
    let keys = try await desk.list(tenant: caller.tenant)
    return .json(200, .object([JSONMember("team_keys", .array(keys.map(\.json)))]))
  }

  private func remove(_ caller: Caller) async throws -> HTTPResponse {
    try await desk.remove(team: caller.parameters[0], keyID: caller.parameters[1], tenant: caller.tenant)
    return HTTPResponse(status: 204)
  }
}

extension TeamKeyRecord {
  var json: JSONValue {
    var members = [
      JSONMember("team_id", .text(team)), JSONMember("key_id", .text(keyID)), JSONMember("added_at", .instant(addedAt)),
    ]
    members.add("refused_since", refusedSince.map(JSONValue.instant))
    return .object(members)
  }
}
