import AppleLab
import Cryptography
import Foundation

/// A phone with the app on it, and the tenant's server that passes on what it sends.
struct TestPhone: Sendable {
  let caller: TestCaller
  let account: String
  let device: LabDevice
  static let path = "/v1/apps/\(Stage.appID)"

  func challenge(_ purpose: String = "assertion", account: String? = nil, operation: String = "pay") async throws
    -> String
  {
    let operation = purpose == "assertion" ? #","operation":"\#(operation)""# : ""
    let answer = try await caller.call(
      "POST", Self.path + "/challenges",
      #"{"purpose":"\#(purpose)","account_id":"\#(account ?? self.account)"\#(operation)}"#)
    guard let challenge = answer["challenge"] else { throw TestFailure("no challenge: \(answer.text)") }
    return challenge
  }

  func attestation(_ key: LabKey, challenge: String, fault: LabFault? = nil, account: String? = nil) throws -> String {
    let hash = SHA256.hash(Base64.decode(challenge) ?? [])
    let object = try device.attest(key, clientDataHash: hash, at: Date(), fault: fault).object
    return """
      {"account_id":"\(account ?? self.account)","key_id":"\(Base64.encode(key.keyID))","challenge":"\(challenge)",\
      "attestation":"\(Base64.encode(object))"}
      """
  }

  func attest(_ body: String, headers: [(String, String)] = []) async throws -> TestAnswer {
    try await caller.call("POST", Self.path + "/attestations", body, headers: headers)
  }

  /// A registered key.
  func register() async throws -> LabKey {
    let key = try device.generateKey()
    let answer = try await attest(try attestation(key, challenge: try await challenge("attestation")))
    guard answer.status == 201 else { throw TestFailure("not registered: \(answer.text)") }
    return key
  }

  /// The body of a signed request, from client data that hold the challenge.
  func assertion(
    _ key: inout LabKey, challenge: String, fault: LabFault? = nil, account: String? = nil, operation: String = "pay",
    clientData: String? = nil
  ) throws -> String {
    let clientData = clientData ?? #"{"challenge":"\#(challenge)","amount":1}"#
    let object = try device.generateAssertion(&key, clientDataHash: SHA256.hash(clientData), fault: fault)
    return """
      {"account_id":"\(account ?? self.account)","operation":"\(operation)","key_id":"\(Base64.encode(key.keyID))",\
      "challenge":"\(challenge)","assertion":"\(Base64.encode(object))","client_data":"\(Base64.encode(Array(clientData.utf8)))"}
      """
  }

  func assert(_ body: String, headers: [(String, String)] = []) async throws -> TestAnswer {
    try await caller.call("POST", Self.path + "/assertions", body, headers: headers)
  }
}
