import AttestationService
import HTTPServer

/// The call that registers keys.
struct AttestationCalls: Sendable {
  let apps: AppDirectory
  let registration: Registration

  var entries: [APIHandler.Entry] { [.init(operation: .submitAttestation, endpoint: .task(submit))] }

  private func submit(_ caller: Caller) async throws -> HTTPResponse {
    let body = try caller.object()
    let app = try await apps.get(tenant: caller.tenant, caller.parameters[0])
    let submission = AttestationSubmission(
      tenant: caller.tenant, app: app, account: try body.text("account_id", bytes: 1...128),
      device: try body.optionalText("device_id", bytes: 1...128), keyID: try body.bytes("key_id", exactly: 32),
      challenge: try body.bytes("challenge", atMost: 1_024),
      attestation: try body.bytes("attestation", atMost: Limits.attestation),
      receivedAt: caller.request.receivedAtDate, correlationID: caller.correlationID)
    let outcome = try await registration.register(submission)
    return .json(outcome.isRepeat ? 200 : 201, outcome.key.json(app: app.identifier, withReceipt: true))
  }
}
