import AttestationService
import Cryptography
import HTTPServer

/// The call that issues challenges.
struct ChallengeCalls: Sendable {
  let apps: AppDirectory
  let issuer: ChallengeIssuer
  let lab: LabSwitch?

  var entries: [APIHandler.Entry] { [.init(operation: .issueChallenge, endpoint: .direct(issue))] }

  @Sendable private func issue(_ caller: Caller, _ completion: @escaping Endpoint.Completion) {
    if let known = apps.known(tenant: caller.tenant, caller.parameters[0]) {
      issue(caller, .success(known), completion)
    } else {
      apps.find(tenant: caller.tenant, caller.parameters[0]) { issue(caller, $0, completion) }
    }
  }

  private func issue(
    _ caller: Caller, _ app: Result<AppRecord, Refusal>, _ completion: @escaping Endpoint.Completion
  ) {
    do throws(Refusal) {
      issuer.issue(try request(caller, try app.get())) { result in
        completion(result.map { .json(201, text: Self.text($0)) })
      }
    } catch {
      completion(.failure(error))
    }
  }

  private func request(_ caller: Caller, _ app: AppRecord) throws(Refusal) -> ChallengeRequest {
    let body = try caller.object()
    let purpose: ChallengePurpose = try body.word("purpose")
    let account = try body.text("account_id", bytes: 1...128)
    let operation = try body.optionalText("operation", bytes: 1...128)
    switch (purpose, operation) {
    case (.assertion, nil): throw .missingField("/operation")
    case (.attestation, .some): throw .contradictoryFields("/operation", "Attestations have no operation.")
    default: break
    }
    let planted = try body.optionalBytes("planted_challenge", atMost: 1_024)
    if let planted {
      guard lab != nil else { throw .labOnly("/planted_challenge") }
      guard planted.count >= 16 else { throw .invalidField("/planted_challenge", "A challenge has 16 bytes or more.") }
    }
    return ChallengeRequest(
      tenant: caller.tenant, app: app, purpose: purpose, account: account, operation: operation ?? "",
      lifetimeSeconds: try body.optionalInteger("ttl_seconds", in: purpose.lifetimes), planted: planted,
      deadline: caller.deadline)
  }

  private static func text(_ challenge: IssuedChallenge) -> [UInt8] {
    JSONWriter.object(reserving: 192) { answer in
      answer.member("challenge", Base64.encode(challenge.bytes))
      answer.member("expires_at", Timestamp.format(challenge.expiresAt))
      answer.member("expires_in", Int64(challenge.lifetimeSeconds))
    }
  }
}
