import AppleLab
import Cryptography
import Foundation
import OpenAPIFuzz
import StackTestSupport

/// An app with a device API, and the requests that its devices make.
struct DeviceApp: Sendable {
  let running: DeviceShop.Running
  let appID: String
  let prefix: String
  let host: String

  /// A device with this app on it.
  func device(_ shape: LabShape = .ios27, appID: String? = nil) -> LabDevice {
    LabDevice(authorities: running.authorities, appID: appID ?? self.appID, shape: shape)
  }

  /// Runs an operator's command on this app.
  @discardableResult
  func command(_ words: [String], _ rest: [String] = []) throws -> [String: Any] {
    try running.stack.assay(words + [appID] + rest + ["--tenant", running.tenant, "--yes"])
  }

  func set(_ arguments: [String]) throws {
    try command(["app", "device-api", "set"], arguments)
  }

  /// Settings hold everywhere within two seconds: the sites are read every second, and settings are kept for one.
  func settle() async throws {
    try await Task.sleep(for: .milliseconds(2_100))
  }

  /// Waits until the site is served.
  func isServed() async throws {
    for _ in 0..<100 {
      if try get("/openapi.json").status == 200 { return }
      try await Task.sleep(for: .milliseconds(50))
    }
    throw TestStack.Failure(description: "the site \(prefix) is not served")
  }

  // MARK: Requests

  func send(
    _ method: String, _ path: String, _ headers: [String: String] = [:], body: [UInt8] = [], byHost: Bool = false
  ) throws -> WireAnswer {
    var request = WireRequest(
      method: method, target: byHost ? path : prefix + path, host: byHost ? host : "127.0.0.1:8080")
    request.headers = headers
    request.body = body
    return try WireClient(port: running.stack.port).exchange(request)
  }

  func get(_ path: String, _ headers: [String: String] = [:]) throws -> WireAnswer { try send("GET", path, headers) }

  func account(_ token: String, _ headers: [String: String] = [:]) throws -> WireAnswer {
    try get("/v1/account", headers.merging(["Authorization": "Bearer " + token]) { $1 })
  }

  /// `POST /v1/accounts` with a body of JSON.
  func create(_ body: Any?, _ headers: [String: String] = [:]) throws -> WireAnswer {
    let bytes = try body.map { [UInt8](try JSONSerialization.data(withJSONObject: $0, options: [.sortedKeys])) } ?? []
    return try send(
      "POST", "/v1/accounts", headers.merging(["Content-Type": "application/json"]) { $1 }, body: bytes)
  }

  func challenge(_ headers: [String: String] = [:]) throws -> String {
    let answer = try send("POST", "/v1/attest/challenge", headers)
    guard let text = answer.object["challenge"] as? String else {
      throw TestStack.Failure(description: "no challenge: \(answer.status) \(answer.text)")
    }
    return text
  }

  /// The member `attestation` that a device would send.
  func attestation(
    _ key: LabKey, over challenge: String, on device: LabDevice? = nil, fault: LabFault? = nil
  ) throws -> [String: Any] {
    let made = try (device ?? self.device()).attest(
      key, clientDataHash: SHA256.hash(challenge), at: Date(), fault: fault)
    return ["key_id": Base64.encode(made.keyID), "challenge": challenge, "object": Base64.encode(made.object)]
  }

  /// Makes an account, attested where the app asks for it, and answers its token.
  func token(attested: Bool = false, _ headers: [String: String] = [:]) throws -> String {
    let body = attested ? ["attestation": try attestation(LabKey(), over: try challenge(headers))] : [:]
    let answer = try create(body, headers)
    guard answer.status == 201, let token = answer.object["token"] as? String else {
      throw TestStack.Failure(description: "no account: \(answer.status) \(answer.text)")
    }
    return token
  }
}

extension WireAnswer {
  var text: String { String(decoding: body, as: UTF8.self) }

  /// The body as a JSON object; empty when it is none.
  var object: [String: Any] {
    (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] ?? [:]
  }

  /// The code of a refusal.
  var code: String? { object["code"] as? String }

  /// The status and, of a refusal, the code: what the tables of the contract show.
  var row: String { code.map { "\(status) \($0)" } ?? "\(status)" }
}
