import AppleLab
import Cryptography
import Foundation
import OpenAPIFuzz
import StackTestSupport

@testable import AppleLab

/// The tenant's backend, as a test plays it: calls of the service API for one app.
struct ServiceCaller: Sendable {
  let app: DeviceApp
  let secret: String

  init(_ app: DeviceApp) throws {
    self.app = app
    let made = try app.running.stack.assay([
      "tenant", "secret", "add", app.running.tenant, "--name", "test", "--scopes", "manage,verify", "--yes",
    ])
    guard let secret = made["secret"] as? String else { throw TestStack.Failure(description: "no secret in \(made)") }
    self.secret = secret
  }

  func call(
    _ method: String, _ path: String, _ body: [String: Any]? = nil, _ headers: [String: String] = [:]
  ) throws -> WireAnswer {
    var request = WireRequest(method: method, target: "/v1/apps/\(app.appID)/\(path)", host: "127.0.0.1")
    request.headers = ["Authorization": "Bearer " + secret, "Content-Type": "application/json"]
      .merging(headers) { $1 }
    request.body =
      try body.map { [UInt8](try JSONSerialization.data(withJSONObject: $0, options: [.sortedKeys])) } ?? []
    return try WireClient(port: app.running.stack.port).exchange(request)
  }

  func challenge(_ account: String, purpose: String = "attestation", operation: String? = nil) throws -> String {
    var body: [String: Any] = ["purpose": purpose, "account_id": account]
    body["operation"] = operation
    let answer = try call("POST", "challenges", body)
    guard let challenge = answer.object["challenge"] as? String else {
      throw TestStack.Failure(description: "no challenge: \(answer.text)")
    }
    return challenge
  }

  /// Registers a key of a device whose traits the test may change, and answers the row.
  func register(
    _ device: LabDevice, fault: LabFault? = nil, _ change: (inout ShapeTraits) -> Void = { _ in }
  ) throws -> String {
    let challenge = try challenge("alice")
    let hash = SHA256.hash(Base64.decode(challenge) ?? [])
    let made = try attestation(of: device, over: hash, fault, change)
    return try call(
      "POST", "attestations",
      [
        "account_id": "alice", "key_id": Base64.encode(made.keyID), "challenge": challenge,
        "attestation": Base64.encode(made.object),
      ]
    ).row
  }

  private func attestation(
    of device: LabDevice, over hash: [UInt8], _ fault: LabFault?, _ change: (inout ShapeTraits) -> Void
  ) throws -> LabAttestation {
    var traits = device.app.shape.traits
    let category = traits.category
    change(&traits)
    guard traits.category != category else {
      return try device.attest(LabKey(), clientDataHash: hash, at: Date(), fault: fault)
    }
    var plan = device.attestationPlan(for: try LabKey(), clientDataHash: hash, at: Date())
    plan.extensionMap = ExtensionMap(traits, bundleVersion: "1")
    plan.authenticatorData.tail = plan.extensionMap?.encoded ?? []
    return try device.finish(plan, fault: nil)
  }
}
