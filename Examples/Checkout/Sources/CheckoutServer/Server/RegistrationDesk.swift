import Foundation
import HTTPServer

/// The four calls of the app's registration, passed on to Assay. The account is the session's, never the body's.
struct RegistrationDesk: Sendable {
  private struct Admission: Codable {
    let supported: Bool
  }

  private struct Decision: Codable {
    let decision: String
    var challenge: String?
    var expires_in: Double?
  }

  private struct Issued: Decodable {
    let challenge: String
    let expires_in: Double
  }

  private struct Attestation: Decodable {
    let key_id: String
    let challenge: String
    let attestation: String
  }

  private struct Operation: Decodable {
    let operation: String
  }

  let assay: AssayService

  func answer(to request: HTTPRequest, account: String) async throws -> HTTPResponse {
    switch (request.method, request.path) {
    case ("POST", "/attest/admissions"): try await admit(request, account)
    case ("POST", "/attest/attestations"): try await register(request, account)
    case ("POST", "/attest/challenges"): try await challenge(request, account)
    case ("GET", let path) where path.hasPrefix("/attest/keys/"): try await key(path, account)
    default: throw Rejection.notFound
    }
  }

  /// This shop has no rollout: whoever can attest, may.
  private func admit(_ request: HTTPRequest, _ account: String) async throws -> HTTPResponse {
    let question: Admission = try read(request)
    guard question.supported else { return try Replies.json(200, Decision(decision: "off")) }
    let answer = try await assay.challenge(ChallengeCall(purpose: "attestation", account_id: account))
    let issued = try JSONDecoder().decode(Issued.self, from: answer.body)
    return try Replies.json(
      200, Decision(decision: "attest", challenge: issued.challenge, expires_in: issued.expires_in))
  }

  private func register(_ request: HTTPRequest, _ account: String) async throws -> HTTPResponse {
    let sent: Attestation = try read(request)
    let call = AttestationCall(
      account_id: account, key_id: sent.key_id, challenge: sent.challenge, attestation: sent.attestation)
    return Replies.passed(try await assay.register(call, idempotencyKey: request.headers["Idempotency-Key"]))
  }

  private func challenge(_ request: HTTPRequest, _ account: String) async throws -> HTTPResponse {
    let sent: Operation = try read(request)
    let call = ChallengeCall(purpose: "assertion", account_id: account, operation: sent.operation)
    return Replies.passed(try await assay.challenge(call))
  }

  private func key(_ path: String, _ account: String) async throws -> HTTPResponse {
    let keyID = String(path.dropFirst("/attest/keys/".count))
    guard !keyID.isEmpty, !keyID.contains("/") else { throw Rejection.notFound }
    return Replies.passed(try await assay.key(keyID, account: account))
  }

  private func read<Value: Decodable>(_ request: HTTPRequest) throws -> Value {
    guard let value = try? JSONDecoder().decode(Value.self, from: Data(request.body)) else { throw Rejection.malformed }
    return value
  }
}
