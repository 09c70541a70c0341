import AttestationService
import HTTPServer

/// The hot call: one signed request.
struct AssertionCalls: Sendable {
  let apps: AppDirectory
  let assertions: AssertionVerification

  var entries: [APIHandler.Entry] { [.init(operation: .verifyAssertion, endpoint: .direct(verify))] }

  @Sendable private func verify(_ caller: Caller, _ completion: @escaping Endpoint.Completion) {
    if let known = apps.known(tenant: caller.tenant, caller.parameters[0]) {
      verify(caller, .success(known), completion)
    } else {
      apps.find(tenant: caller.tenant, caller.parameters[0]) { verify(caller, $0, completion) }
    }
  }

  private func verify(
    _ caller: Caller, _ app: Result<AppRecord, Refusal>, _ completion: @escaping Endpoint.Completion
  ) {
    do throws(Refusal) {
      let submission = try submission(caller, try app.get())
      assertions.submit(submission) { result in
        completion(result.map { .json(200, text: $0.json(app: submission.app.identifier)) })
      }
    } catch {
      completion(.failure(error))
    }
  }

  private func submission(_ caller: Caller, _ app: AppRecord) throws(Refusal) -> AssertionSubmission {
    let body = try caller.object()
    return AssertionSubmission(
      tenant: caller.tenant, app: app, account: try body.text("account_id", bytes: 1...128),
      operation: try body.text("operation", bytes: 1...128), keyID: try body.bytes("key_id", exactly: 32),
      challenge: try body.bytes("challenge", atMost: 1_024),
      assertion: try body.bytes("assertion", atMost: Limits.assertion), signed: try signed(body),
      receivedAt: caller.request.receivedAtDate, deadline: caller.deadline, correlationID: caller.correlationID)
  }

  private func signed(_ body: RequestObject) throws(Refusal) -> AssertionSubmission.Signed {
    let clientData = try body.optionalBytes("client_data", atMost: Limits.clientData)
    let binding = try body.object("request", fields: Schema.bindingFields)
    switch (clientData, binding) {
    case (let clientData?, nil): return .clientData(clientData)
    case (nil, let binding?):
      return .request(
        method: try binding.text("method", bytes: 1...32),
        pathAndQuery: try binding.text("path_and_query", bytes: 1...2_048),
        bodySHA256: try binding.bytes("body_sha256", exactly: 32))
    case (nil, nil): throw .missingField("/client_data")
    case (.some, .some):
      throw .contradictoryFields("/request", "The proof has either client_data or request, not both.")
    }
  }
}
