import AttestationService
import HTTPServer

/// The call that issues challenges.
struct ChallengeCalls: Sendable {
  let apps: AppDirectory
  let issuer: ChallengeIssuer
  let lab: LabSwitch?

  var entries: [APIHandler.Entry] { [.init(operation: .issueChallenge, endpoint: .direct(issue))] }

  @Sendable private func issue(_ caller: Caller, _ completion: @escaping Endpoint.Completion) {
    apps.find(tenant: caller.tenant, caller.parameters[0]) { found in
      do throws(Refusal) {
        issuer.issue(try request(caller, try found.get())) { result in
          completion(result.map { .json(201, text: Self.text($0)) })
        }
      } catch {
        completion(.failure(error))
      }
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
    JSONWriter.write(
      .object([
        JSONMember("challenge", .base64(challenge.bytes)), JSONMember("expires_at", .instant(challenge.expiresAt)),
        JSONMember("expires_in", .integer(Int64(challenge.lifetimeSeconds))),
      ]))
  }
}
