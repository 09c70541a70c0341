import AssayClient
import Cryptography
import Foundation

/// A server that keeps keys, challenges and counters as the real one does, and loses messages where the test says.
actor ScriptedServer: RegistrationServer, ChallengeServer, ClientTransport {
  /// Where a message is lost.
  enum Loss: CaseIterable, Sendable {
    /// On the way to the server: it never hears of it.
    case beforeTheServer
    /// After the server has committed, before it answers.
    case afterTheCommit
    /// The answer is cut off on its way back.
    case inTheAnswer

    var reachesTheServer: Bool { self != .beforeTheServer }
  }

  struct Lost: Error {}

  private(set) var keys: [String: AccountID] = [:]
  private(set) var submissions: [RegistrationSubmission] = []
  private(set) var questions: [AdmissionQuestion] = []
  private(set) var requests: [ClientRequest] = []
  private var counters: [String: UInt32] = [:]
  private var liveChallenges: Set<String> = []
  private var decisions: [AdmissionDecision] = []
  private var answers: [RegistrationAnswer] = []
  private var responses: [ClientResponse] = []
  private var losses: [Call: Loss] = [:]
  private var isHolding = false
  private var held: [CheckedContinuation<Void, Never>] = []
  private var watchers: [CheckedContinuation<Void, Never>] = []
  private let now: @Sendable () -> Date

  /// A call that a message can be lost of.
  enum Call: Hashable {
    case admission, register, reconcile, request
  }

  init(now: @escaping @Sendable () -> Date) {
    self.now = now
  }

  // MARK: The script

  func lose(_ call: Call, _ loss: Loss) { losses[call] = loss }
  func decide(_ decisions: AdmissionDecision...) { self.decisions += decisions }
  func answer(_ answers: RegistrationAnswer...) { self.answers += answers }
  func respond(_ responses: ClientResponse...) { self.responses += responses }

  /// The next signed request is kept back until ``release()``.
  func holdNextRequest() { isHolding = true }

  /// Waits until a request is being kept back.
  func requestIsHeld() async {
    if held.isEmpty { await withCheckedContinuation { watchers.append($0) } }
  }

  func release() {
    held.forEach { $0.resume() }
    held = []
  }

  // MARK: Registration

  func admission(_ question: AdmissionQuestion, account: AccountID) throws -> AdmissionDecision {
    questions.append(question)
    if losses.removeValue(forKey: .admission) != nil { throw Lost() }
    if !decisions.isEmpty { return decisions.removeFirst() }
    let text = Base64.encode(SecureRandom.bytes(32))
    return .attest(AttestationChallenge(text: text, form: .base64Bytes, expiresAt: now() + 3600))
  }

  func register(_ submission: RegistrationSubmission, account: AccountID) throws -> RegistrationAnswer {
    let loss = losses.removeValue(forKey: .register)
    if loss == .beforeTheServer { throw Lost() }
    submissions.append(submission)
    if !answers.isEmpty { return answers.removeFirst() }
    keys[submission.keyID] = account
    if loss != nil { throw Lost() }
    return .registered(credential: nil)
  }

  func reconcile(_ submission: RegistrationSubmission, account: AccountID) throws -> RegistrationAnswer {
    if losses.removeValue(forKey: .reconcile) != nil { throw Lost() }
    return keys[submission.keyID] == account ? .registered(credential: nil) : .unknown
  }

  // MARK: Signed requests

  func challenge(operation: String, account: AccountID) -> String {
    let challenge = Base64.encode(SecureRandom.bytes(32))
    liveChallenges.insert(challenge)
    return challenge
  }

  func send(_ request: ClientRequest) async throws -> ClientResponse {
    let loss = losses.removeValue(forKey: .request)
    if loss == .beforeTheServer { throw Lost() }
    await holdIfAsked()
    requests.append(request)
    let response = responses.isEmpty ? verdict(on: request) : responses.removeFirst()
    if loss != nil { throw Lost() }
    return response
  }

  private func holdIfAsked() async {
    guard isHolding else { return }
    isHolding = false
    await withCheckedContinuation { continuation in
      held.append(continuation)
      watchers.forEach { $0.resume() }
      watchers = []
    }
  }

  private func verdict(on request: ClientRequest) -> ClientResponse {
    guard let challenge = request.headers["Assay-Challenge"], liveChallenges.remove(challenge) != nil,
      let proof = request.headers["Assay-Proof"].flatMap({ Data(base64Encoded: $0) }),
      let fields = try? JSONDecoder().decode([String: String].self, from: proof),
      let keyID = fields["keyId"], keys[keyID] != nil,
      let assertion = fields["assertion"].flatMap({ Data(base64Encoded: $0) }),
      let counter = String(decoding: assertion.prefix { $0 != 0x20 }, as: UTF8.self).nilIfEmpty.flatMap(UInt32.init)
    else { return Self.problem(403, "proof_refused", next: "stop") }
    guard counter > counters[keyID, default: 0] else {
      return Self.problem(409, "counter_not_greater", next: "fresh_challenge")
    }
    counters[keyID] = counter
    return ClientResponse(status: 200, body: request.body ?? Data())
  }

  static func problem(_ status: Int, _ code: String, next: String) -> ClientResponse {
    let body = #"{"status":\#(status),"code":"\#(code)","stage":"counter","next":"\#(next)","correlation_id":"c-1"}"#
    return ClientResponse(status: status, headers: ["content-type": "application/problem+json"], body: Data(body.utf8))
  }
}

extension String {
  var nilIfEmpty: String? { isEmpty ? nil : self }
}
