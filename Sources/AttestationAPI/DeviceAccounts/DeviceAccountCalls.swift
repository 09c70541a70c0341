import AttestationService
import HTTPServer

/// The calls about accounts of the device API.
struct DeviceAccountCalls: Sendable {
  let apps: AppDirectory
  let directory: DeviceAccountDirectory

  var entries: [APIHandler.Entry] {
    [
      .init(operation: .listDeviceAccounts, endpoint: .task(list)),
      .init(operation: .getDeviceAccount, endpoint: .task(get)),
      .init(operation: .deleteDeviceAccount, endpoint: .task(delete)),
      .init(operation: .issueDeviceToken, endpoint: .task(issue)),
      .init(operation: .revokeDeviceToken, endpoint: .task(revoke)),
    ]
  }

  private func list(_ caller: Caller) async throws -> HTTPResponse {
    let items = try caller.items()
    let before = try items.optionalText("before", bytes: 1...64)
    let limit = try items.optionalInteger("limit", in: 1...1_000) ?? 100
    let found = try await directory.list(
      tenant: caller.tenant, app: try await app(caller), before: before, limit: limit)
    return .json(200, .object([JSONMember("accounts", .array(found.map { $0.json(tokens: nil) }))]))
  }

  private func get(_ caller: Caller) async throws -> HTTPResponse {
    let (app, account) = (try await app(caller), caller.parameters[1])
    let found = try await directory.find(tenant: caller.tenant, app: app, account: account)
    let tokens = try await directory.tokens(tenant: caller.tenant, app: app, account: account)
    return .json(200, found.json(tokens: tokens))
  }

  private func delete(_ caller: Caller) async throws -> HTTPResponse {
    try await directory.delete(
      tenant: caller.tenant, app: try await app(caller), account: caller.parameters[1],
      correlationID: caller.correlationID)
    return HTTPResponse(status: 204)
  }

  private func issue(_ caller: Caller) async throws -> HTTPResponse {
    let token = try await directory.issueToken(
      tenant: caller.tenant, app: try await app(caller), account: caller.parameters[1],
      correlationID: caller.correlationID)
    return .json(
      201,
      .object([JSONMember("account_id", .text(caller.parameters[1])), JSONMember("token", .text(token.text))]))
  }

  private func revoke(_ caller: Caller) async throws -> HTTPResponse {
    try await directory.revokeToken(
      tenant: caller.tenant, app: try await app(caller), account: caller.parameters[1], token: caller.parameters[2],
      correlationID: caller.correlationID)
    return HTTPResponse(status: 204)
  }

  private func app(_ caller: Caller) async throws -> AppRecord {
    try await apps.get(tenant: caller.tenant, caller.parameters[0])
  }
}

extension DeviceAccountRecord {
  /// The account as its tenant sees it.
  fileprivate func json(tokens: [DeviceTokenRecord]?) -> JSONValue {
    var members = [
      JSONMember("account_id", .text(account.id)), JSONMember("created_at", .instant(account.createdAt)),
    ]
    members.add("deleted_at", deletedAt.map(JSONValue.instant))
    members.add("key", key?.json)
    members.add("tokens", tokens.map { .array($0.map(\.json)) })
    return .object(members)
  }
}

extension DeviceAccountRecord.Key {
  fileprivate var json: JSONValue {
    var members = [
      JSONMember("key_id", .base64(keyID)), JSONMember("counter", .integer(Int64(counter))),
      JSONMember("environment", .text(environment.rawValue)), JSONMember("receipt", .text(receiptVerdict)),
      JSONMember("lab", .bool(isLab)),
    ]
    members.add("validation_category", validationCategory.map { .integer(Int64($0)) })
    members.add("bundle_version", bundleVersion.map(JSONValue.text))
    return .object(members)
  }
}

extension DeviceTokenRecord {
  fileprivate var json: JSONValue {
    var members = [JSONMember("token_id", .text(id)), JSONMember("created_at", .instant(createdAt))]
    members.add("revoked_at", revokedAt.map(JSONValue.instant))
    return .object(members)
  }
}
