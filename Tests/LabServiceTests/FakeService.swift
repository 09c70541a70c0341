import AppAttest
import AppleLab
import Cryptography
import Foundation
import HTTPServer
import Locking

/// A service of one app in memory: it speaks the contract and verifies with the core, so that the lab's programs can
/// be tried without a database.
final class FakeService: HTTPHandler {
  struct Record: Sendable {
    let account: String
    let publicKey: P256PublicKey
    var counter: UInt32 = 0
  }

  private struct State {
    var challenges: [String: String] = [:]
    var keys: [[UInt8]: Record] = [:]
    var attestations: [[UInt8]: [UInt8]] = [:]
    var untilCall = -1
    var call: @Sendable () -> Void = {}
  }

  private let appID: String
  private let verifier: AttestationVerifier
  private let state = Locked(State())

  init(appID: String, anchors: TrustAnchors) {
    self.appID = appID
    verifier = AttestationVerifier(anchors: anchors)
  }

  var keys: [[UInt8]: Record] { state.withLock { $0.keys } }

  /// Calls something once that many more assertions were accepted.
  func whenAccepted(_ count: Int, _ call: @escaping @Sendable () -> Void) {
    state.withLock { ($0.untilCall, $0.call) = (count, call) }
  }

  func bodyLimit(for head: HTTPRequestHead) -> Int { 65_536 }

  func handle(_ request: HTTPRequest, _ respond: HTTPResponder) {
    let (status, object) = answer(request)
    let options: JSONSerialization.WritingOptions = [.sortedKeys]
    let body = (try? JSONSerialization.data(withJSONObject: object, options: options)).map { [UInt8]($0) }
    respond.complete(HTTPResponse(status: status, body: body ?? []))
  }

  private func answer(_ request: HTTPRequest) -> (Int, [String: Any]) {
    guard let object = try? JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any],
      let account = object["account_id"] as? String
    else { return (400, ["code": "malformed"]) }
    return switch request.path.split(separator: "/").last {
    case "challenges": issue(account, object)
    case "attestations": register(account, object)
    case "assertions": verify(account, object)
    default: (404, ["code": "not_found"])
    }
  }

  private func issue(_ account: String, _ object: [String: Any]) -> (Int, [String: Any]) {
    let challenge = Base64.encode(SecureRandom.bytes(32))
    let purpose = object["purpose"] as? String ?? ""
    state.withLock { $0.challenges[challenge] = "\(purpose)/\(account)/\(object["operation"] as? String ?? "")" }
    return (201, ["challenge": challenge, "expires_in": 120])
  }

  private func register(_ account: String, _ object: [String: Any]) -> (Int, [String: Any]) {
    let bytes = self.bytes(object, "attestation")
    let keyID = self.bytes(object, "key_id")
    if state.withLock({ $0.attestations[keyID] == bytes }) { return (200, ["key_id": Base64.encode(keyID)]) }
    guard claim(object, as: "attestation/\(account)/") else { return (409, ["code": "challenge_unknown"]) }
    let policy = AttestationPolicy(
      appIDs: [appID], environments: [.production],
      extensions: ExtensionPolicy(categories: .accept(production: [4], development: [])))
    let expectation = AttestationVerifier.Expectation(
      keyID: keyID, clientDataHash: SHA256.hash(self.bytes(object, "challenge")), policy: policy)
    switch verifier.report(bytes, against: expectation, at: Date()).result {
    case .failure(let refusal): return (422, ["code": refusal.code])
    case .success(let verified):
      state.withLock {
        $0.keys[keyID] = Record(account: account, publicKey: verified.publicKey)
        $0.attestations[keyID] = bytes
      }
      return (201, ["key_id": Base64.encode(keyID)])
    }
  }

  private func verify(_ account: String, _ object: [String: Any]) -> (Int, [String: Any]) {
    let keyID = bytes(object, "key_id")
    let operation = object["operation"] as? String ?? ""
    guard claim(object, as: "assertion/\(account)/\(operation)") else { return (409, ["code": "challenge_unknown"]) }
    guard let record = state.withLock({ $0.keys[keyID] }), record.account == account
    else { return (404, ["code": "key_unknown"]) }
    let expectation = AssertionVerifier.Expectation(
      publicKey: record.publicKey,
      key: SignedAssertion.KeyRecord(
        rpIDHash: SHA256.hash(appID), counter: record.counter, environment: .production, mustShowExtensions: true),
      signed: .clientData(clientData(object), ChallengeRule(challenge: bytes(object, "challenge"))),
      policy: ExtensionPolicy())
    switch AssertionVerifier.report(bytes(object, "assertion"), against: expectation).result {
    case .failure(let refusal): return (422, ["code": refusal.code])
    case .success(let verified):
      let call = state.withLock { state in
        state.keys[keyID]?.counter = verified.signed.counter
        state.untilCall -= 1
        return state.untilCall == 0 ? state.call : nil
      }
      call?()
      return (200, ["counter": Int(verified.signed.counter)])
    }
  }

  private func clientData(_ object: [String: Any]) -> [UInt8] {
    let request = object["request"] as? [String: Any] ?? [:]
    return RequestBinding(
      bodySHA256: bytes(request, "body_sha256"), challenge: object["challenge"] as? String ?? "",
      method: request["method"] as? String ?? "", pathAndQuery: request["path_and_query"] as? String ?? ""
    ).clientData
  }

  private func claim(_ object: [String: Any], as binding: String) -> Bool {
    let challenge = object["challenge"] as? String ?? ""
    return state.withLock { $0.challenges.removeValue(forKey: challenge) == binding }
  }

  private func bytes(_ object: [String: Any], _ member: String) -> [UInt8] {
    (object[member] as? String).flatMap(Base64.decode) ?? []
  }
}
