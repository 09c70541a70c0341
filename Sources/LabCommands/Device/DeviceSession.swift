import AppleLab
import Cryptography
import Foundation

/// A simulated app that registers with a service and sends signed requests, telling each step.
struct DeviceSession {
  let calls: ServiceCalls
  let device: LabDevice
  let account: String
  let deviceID: String?
  /// Told what each step did.
  let report: ([String: Any]) throws -> Void

  /// A key with the challenge and the object of its latest accepted assertion, which a replay needs.
  struct Registered {
    var key: LabKey
    var attestation: LabAttestation
  }

  /// Challenge, attestation, submission; and the same submission again, as an app does after a timeout.
  func register(fault: LabFault?) async throws -> Registered? {
    let issued = try await calls.challenge(account: account, purpose: "attestation", operation: nil)
    try tell("attestation_challenge", issued, expected: .accepted)
    guard let challenge = issued.text("challenge"), let bytes = Base64.decode(challenge) else { return nil }
    let key = try device.generateKey()
    let attestation = try device.attest(key, clientDataHash: SHA256.hash(bytes), at: Date(), fault: fault)
    let reply = try await submit(attestation, challenge)
    try tell("attestation", reply, expected: expectation(of: fault), ["key_id": Base64.encode(attestation.keyID)])
    guard reply.isAccepted else { return nil }
    try tell("attestation_repeated", try await submit(attestation, challenge), expected: .accepted)
    return Registered(key: key, attestation: attestation)
  }

  /// A challenge and a signed request.
  func assert(
    _ registered: inout Registered, _ request: SignedRequest, fault: LabFault? = nil
  ) async throws -> Presented? {
    guard let presented = try await sign(&registered, request, account: account, fault: fault) else { return nil }
    let expected: Expectation = fault == nil ? .accepted : .refused
    try tell("assertion", try await present(presented), expected: expected, ["counter": Int(presented.counter)])
    return presented
  }

  private func expectation(of fault: LabFault?) -> Expectation {
    guard let fault else { return .accepted }
    return fault.subjects.contains(.attestation) && !fault.dependsOnPolicy ? .refused : .either
  }

  func submit(_ attestation: LabAttestation, _ challenge: String) async throws -> ServiceReply {
    try await calls.attestation(
      account: account, device: deviceID, keyID: attestation.keyID, challenge: challenge, object: attestation.object)
  }

  /// How a step should end.
  enum Expectation {
    case accepted
    case refused
    /// For the app's policy to say: faults of receipts, and those that depend on it.
    case either
  }

  func tell(_ step: String, _ reply: ServiceReply, expected: Expectation, _ more: [String: Any] = [:]) throws {
    var line: [String: Any] = ["step": step, "status": reply.status, "verdict": reply.verdict]
    let isRight =
      switch expected {
      case .accepted: reply.isAccepted
      case .refused: (400..<500).contains(reply.status)
      case .either: reply.status < 500
      }
    line["as_expected"] = isRight
    line["stage"] = reply.text("stage")
    line["next"] = reply.text("next")
    line["correlation_id"] = reply.text("correlation_id")
    try report(line.merging(more) { first, _ in first })
  }
}
