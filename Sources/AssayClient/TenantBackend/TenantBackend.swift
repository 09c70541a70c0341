import Foundation

/// A tenant's own backend, which holds the tenant's secret and passes the app's calls on to Assay's service API.
///
/// The backend knows the account from the app's session, which `authorization` puts on each call; the account is never
/// taken from the body. Towards Assay it makes the account a part of the `installation_id`, since each account on a device
/// has a key of its own. Under `base` it serves:
///
/// | call | body | passed on as |
/// |---|---|---|
/// | `POST /admissions` | `installation_id`, `supported`, `last_error` | `POST /v1/apps/{app_id}/admissions` |
/// | `POST /attestations` | `key_id`, `challenge`, `attestation` | `POST /v1/apps/{app_id}/attestations` |
/// | `GET /keys/{key_id}` | | `GET /v1/apps/{app_id}/keys/{key_id}` |
/// | `POST /challenges` | `operation` | `POST /v1/apps/{app_id}/challenges` with `purpose` `assertion` |
public struct TenantBackend: RegistrationServer, ChallengeServer {
  /// Header fields that tell the backend whose session this is, made anew for each call.
  public typealias Authorization = @Sendable (AccountID) async throws -> [String: String]

  private let exchange: JSONExchange
  private let installationID: String
  private let challengeForm: AttestationChallenge.Form
  private let authorization: Authorization
  private let now: @Sendable () -> Date

  /// A backend.
  ///
  /// - Parameters:
  ///   - base: the address that the four paths are added to, without a slash at its end.
  ///   - installationID: a name of this installation that stays the same until the app is removed.
  ///   - challengeForm: which bytes of an attestation challenge are hashed, as the app's policy says.
  ///   - transport: carries the calls.
  ///   - authorization: the session's header fields.
  ///   - now: this device's clock.
  public init(
    base: URL, installationID: String, challengeForm: AttestationChallenge.Form = .base64Bytes,
    transport: any ClientTransport, authorization: @escaping Authorization,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    exchange = JSONExchange(transport: transport, base: base)
    self.installationID = installationID
    self.challengeForm = challengeForm
    self.authorization = authorization
    self.now = now
  }

  /// Asks the backend whether to attest now.
  public func admission(_ question: AdmissionQuestion, account: AccountID) async throws -> AdmissionDecision {
    let body = AdmissionBody(
      installation_id: installationID, supported: question.isSupported, last_error: question.lastError)
    let response = try await exchange.send(
      "POST", "/admissions", headers: try await authorization(account), body: body)
    return try exchange.read(AdmissionReply.self, from: response).decision(form: challengeForm, at: now())
  }

  /// Sends the attestation to the backend. A repeat carries the same `Idempotency-Key`.
  public func register(_ submission: RegistrationSubmission, account: AccountID) async throws -> RegistrationAnswer {
    var headers = try await authorization(account)
    headers["Idempotency-Key"] = submission.submissionID
    let body = AttestationBody(
      key_id: submission.keyID, challenge: submission.challenge.text,
      attestation: submission.object.base64EncodedString())
    do {
      _ = try await exchange.send("POST", "/attestations", headers: headers, body: body)
      return .registered(credential: nil)
    } catch let refusal as ServerRefusal {
      return .refused(refusal)
    }
  }

  /// Asks the backend for the state of the key; one that it does not know was never submitted.
  public func reconcile(_ submission: RegistrationSubmission, account: AccountID) async throws -> RegistrationAnswer {
    let path = "/keys/" + Base64Text.pathSegment(submission.keyID)
    do {
      let response = try await exchange.send("GET", path, headers: try await authorization(account))
      return try exchange.read(KeyReply.self, from: response).answer
    } catch let refusal as ServerRefusal {
      return refusal.status == 404 ? .unknown : .refused(refusal)
    }
  }

  /// A challenge of the backend for one signed request.
  public func challenge(operation: String, account: AccountID) async throws -> String {
    let response = try await exchange.send(
      "POST", "/challenges", headers: try await authorization(account), body: ChallengeBody(operation: operation))
    return try exchange.read(ChallengeReply.self, from: response).challenge
  }
}
