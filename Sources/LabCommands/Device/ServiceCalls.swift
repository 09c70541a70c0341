import Cryptography
import Foundation

/// The calls of the service API that concern one app, over whatever carries them.
struct ServiceCalls: Sendable {
  /// Sends a POST with a JSON body to a path and returns status and body.
  typealias Transport = @Sendable (_ path: String, _ body: [UInt8]) async throws -> (status: Int, body: [UInt8])

  let appID: String
  let transport: Transport

  func challenge(account: String, purpose: String, operation: String?) async throws -> ServiceReply {
    var body: [String: Any] = ["account_id": account, "purpose": purpose]
    body["operation"] = operation
    return try await post("challenges", body)
  }

  func attestation(
    account: String, device: String?, keyID: [UInt8], challenge: String, object: [UInt8]
  ) async throws -> ServiceReply {
    var body: [String: Any] = ["account_id": account, "challenge": challenge]
    body["device_id"] = device
    body["key_id"] = Base64.encode(keyID)
    body["attestation"] = Base64.encode(object)
    return try await post("attestations", body)
  }

  func assertion(
    account: String, keyID: [UInt8], challenge: String, object: [UInt8], request: SignedRequest
  ) async throws -> ServiceReply {
    try await post(
      "assertions",
      [
        "account_id": account, "operation": request.operation, "key_id": Base64.encode(keyID),
        "challenge": challenge, "assertion": Base64.encode(object),
        "request": [
          "method": request.method, "path_and_query": request.path,
          "body_sha256": Base64.encode(SHA256.hash(request.body)),
        ],
      ])
  }

  private func post(_ resource: String, _ body: [String: Any]) async throws -> ServiceReply {
    let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
    let data = try JSONSerialization.data(withJSONObject: body, options: options)
    let reply = try await transport("/v1/apps/\(appID)/\(resource)", [UInt8](data))
    return ServiceReply(status: reply.status, body: reply.body)
  }
}
