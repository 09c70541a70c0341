import AttestationService
import Cryptography
import Foundation
import HTTPServer

/// What answers the calls of the device API.
struct DeviceCalls: Sendable {
  let services: DeviceServices
  let streams: DeviceStreams

  func answer(_ call: DeviceCall) async throws -> HTTPResponse {
    switch call.operation.id {
    case DeviceOperation.issueChallenge.id: try await challenge(call)
    case DeviceOperation.createAccount.id: try await create(call)
    case DeviceOperation.getAccount.id: .json(200, try await holder(call).account.json)
    case DeviceOperation.deleteAccount.id: try await delete(call)
    case DeviceOperation.events.id: try await events(call)
    default: .json(200, text: DeviceDocument.bytes)
    }
  }

  private func challenge(_ call: DeviceCall) async throws -> HTTPResponse {
    let challenge = try await services.accounts.challenge(site: call.site, deadline: call.deadline)
    return .json(
      200,
      .object([
        JSONMember("challenge", .text(challenge)),
        JSONMember("expires_in", .integer(Int64(DeviceAccounts.challengeSeconds))),
      ]))
  }

  private func create(_ call: DeviceCall) async throws -> HTTPResponse {
    let isChecked = call.settings.attestation != nil
    let request = DeviceAccounts.Request(
      attestation: try DeviceAccountBody.attestation(in: call.request, isChecked: isChecked),
      idempotencyKey: try idempotencyKey(call.request), receivedAt: call.request.receivedAtDate,
      correlationID: call.correlationID)
    let made = try await services.accounts.create(request, site: call.site, settings: call.settings)
    return .json(
      201, .object([JSONMember("account", made.account.json), JSONMember("token", .text(made.token))]))
  }

  private func delete(_ call: DeviceCall) async throws -> HTTPResponse {
    let account = try await holder(call).account
    try await services.accounts.delete(account, site: call.site, correlationID: call.correlationID)
    return HTTPResponse(status: 204)
  }

  private func events(_ call: DeviceCall) async throws -> HTTPResponse {
    let holder = try await holder(call)
    var position: Int64 = 0
    if let text = call.request.headers["Last-Event-ID"], !text.isEmpty {
      guard let number = Int64(text), number >= 0 else {
        throw Refusal.invalidField("Last-Event-ID", "The header must be the id of an event of this account.")
      }
      position = number
    }
    return streams.open(holder, site: call.site, after: position)
  }

  /// The account of the token in the request.
  private func holder(_ call: DeviceCall) async throws -> DeviceHolder {
    guard call.request.headers.count(of: "Authorization") == 1,
      let value = call.request.headers["Authorization"], value.lowercased().hasPrefix("bearer "),
      let token = DeviceToken(String(value.dropFirst(7)))
    else { throw Refusal.tokenInvalid }
    return DeviceHolder(account: try await services.accounts.account(site: call.site, token: token), token: token)
  }

  private func idempotencyKey(_ request: HTTPRequest) throws -> String? {
    guard let key = request.headers["Idempotency-Key"] else { return nil }
    guard (1...200).contains(key.utf8.count) else {
      throw Refusal.invalidField("Idempotency-Key", "The key must have 1 to 200 bytes.")
    }
    return key
  }
}

extension DeviceAccount {
  var json: JSONValue {
    .object([JSONMember("id", .text(id)), JSONMember("created_at", .instant(createdAt))])
  }
}
