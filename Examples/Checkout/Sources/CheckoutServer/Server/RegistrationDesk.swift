import Foundation
import HTTPServer

/// The four calls of the app's registration, passed on to Assay. The account is the session's, never the body's.
struct RegistrationDesk: Sendable {
  private struct Admission: Decodable {
    let installation_id: String
    let supported: Bool
    let last_error: String?
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

  /// Assay decides who attests when: the pace of a rollout is held over all installations, and nobody else sees them all.
  ///
  /// Each account on a device has a key of its own, so the account is a part of the installation's name.
  private func admit(_ request: HTTPRequest, _ account: String) async throws -> HTTPResponse {
    let asked: Admission = try read(request)
    let call = AdmissionCall(
      installation_id: "\(asked.installation_id)/\(account)", account_id: account, supported: asked.supported,
      last_error: asked.last_error)
    return Replies.passed(try await assay.admission(call))
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
