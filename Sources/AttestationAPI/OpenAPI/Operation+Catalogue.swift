import AttestationService

/// Every call of the service API.
extension Operation {
  static let createApp = Operation(
    id: "createApp", method: "POST", pattern: PathPattern("/v1/apps"), summary: "Register an app of this tenant.",
    scope: .manage,
    body: .object(
      [
        .required("app_id", .text(description: "PREFIX.bundle.identifier", pattern: Schema.appIDPattern)),
        .optional("environments", Schema.environments), .optional("platforms", Schema.platforms),
        .optional("policy", .reference("Policy")),
      ], description: "The app."),
    answers: [.created("App")], isIdempotencyKeyed: true)

  static let listApps = Operation(
    id: "listApps", method: "GET", pattern: PathPattern("/v1/apps"), summary: "All apps of this tenant.",
    scope: .manage,
    answers: [.found("Apps")])

  static let getApp = Operation(
    id: "getApp", method: "GET", pattern: PathPattern("/v1/apps/{app_id}"), summary: "One app with its policy.",
    scope: .manage, answers: [.found("App")])

  static let updateApp = Operation(
    id: "updateApp", method: "PATCH", pattern: PathPattern("/v1/apps/{app_id}"),
    summary: "Change an app. Fields of the policy that are not given stay as they are; lists are replaced whole.",
    scope: .manage,
    body: .object(
      [
        .optional("environments", Schema.environments), .optional("platforms", Schema.platforms),
        .optional("policy", .reference("Policy")),
      ], description: "What changes."),
    answers: [.found("App")], isIdempotencyKeyed: true)

  static let deleteApp = Operation(
    id: "deleteApp", method: "DELETE", pattern: PathPattern("/v1/apps/{app_id}"),
    summary: "Delete an app that has no active keys.", scope: .manage,
    answers: [Answer(status: 204, description: "Deleted.", schema: nil)], isIdempotencyKeyed: true)

  static let issueChallenge = Operation(
    id: "issueChallenge", method: "POST", pattern: PathPattern("/v1/apps/{app_id}/challenges"),
    summary: "Issue a challenge for one attestation or one signed request.", scope: .verify,
    body: .object(
      [
        .required("purpose", .word(ChallengePurpose.allCases.map(\.rawValue), description: "What it is for.")),
        .required("account_id", Schema.accountID),
        .optional("operation", .text(description: "The operation to be signed; required for assertions.")),
        .optional("ttl_seconds", .integer(10...172_800, description: "Lifetime; the policy's unless given.")),
        .optional("planted_challenge", .bytes(description: "Lab servers only: the very bytes.", maximum: 1_024)),
      ], description: "For whom and what."),
    answers: [.created("Challenge")], isIdempotencyKeyed: true, isHot: true)

  static let submitAttestation = Operation(
    id: "submitAttestation", method: "POST", pattern: PathPattern("/v1/apps/{app_id}/attestations"),
    summary: "Register a key by its attestation. An identical repeat gets the same answer.", scope: .verify,
    body: .object(
      [
        .required("account_id", Schema.accountID),
        .optional("device_id", .text(description: "The tenant's name of the device, 1 to 128 bytes.")),
        .required("key_id", .bytes(description: "The key's identifier.", maximum: 32)),
        .required("challenge", .bytes(description: "The challenge as issued.", maximum: 1_024)),
        .required("attestation", .bytes(description: "The attestation object.", maximum: Limits.attestation)),
      ], description: "The submission."),
    bodyLimit: Limits.base64(Limits.attestation) + envelope,
    answers: [.created("Key"), Answer(status: 200, description: "An identical repeat.", schema: .reference("Key"))],
    isIdempotencyKeyed: true)

  static let getKey = Operation(
    id: "getKey", method: "GET", pattern: PathPattern("/v1/apps/{app_id}/keys/{key_id}"),
    summary: "The state of a registration, so that an app can reconcile after a timeout.", scope: .verify,
    query: [Parameter(name: "account_id", schema: Schema.accountID, isRequired: true)], answers: [.found("Key")])

  static let revokeKey = Operation(
    id: "revokeKey", method: "DELETE", pattern: PathPattern("/v1/apps/{app_id}/keys/{key_id}"),
    summary: "Revoke a key. It stops at once on every replica.", scope: .manage,
    body: .object(
      [.required("reason", .text(description: "Why, 1 to 200 bytes."))], description: "The reason."),
    answers: [.found("Key")], isIdempotencyKeyed: true)

  static let verifyAssertion = Operation(
    id: "verifyAssertion", method: "POST", pattern: PathPattern("/v1/apps/{app_id}/assertions"),
    summary: "Verify one signed request. The answer comes after its event is durable.", scope: .verify,
    body: .object(
      [
        .required("account_id", Schema.accountID),
        .required("operation", .text(description: "As in the challenge.")),
        .required("key_id", .bytes(description: "The key's identifier.", maximum: 32)),
        .required("challenge", .bytes(description: "The challenge as issued.", maximum: 1_024)),
        .required("assertion", .bytes(description: "The assertion object.", maximum: Limits.assertion)),
        .optional("client_data", .bytes(description: "The exact signed bytes.", maximum: Limits.clientData)),
        .optional("request", Schema.binding),
      ], description: "The proof, with either client_data or request."),
    bodyLimit: Limits.base64(Limits.assertion + Limits.clientData) + envelope,
    answers: [.found("Assertion")], isIdempotencyKeyed: true, isHot: true)

  static let readEvents = Operation(
    id: "readEvents", method: "GET", pattern: PathPattern("/v1/events"),
    summary: "The tenant's events in cursor order. Nothing is skipped.", scope: .manage,
    query: [
      Parameter(name: "after", schema: .text(description: "The cursor of the last event that was read.")),
      Parameter(name: "limit", schema: .integer(1...1_000, description: "At most so many; 100 unless given.")),
      Parameter(name: "type", schema: .text(description: "Only events of this type.")),
    ], answers: [.found("Events")])

  static let openAPI = Operation(
    id: "openAPI", method: "GET", pattern: PathPattern("/openapi.json"), summary: "This document.",
    answers: [Answer(status: 200, description: "OpenAPI 3.1.", schema: .anything(description: "The document."))])

  /// All of them, in the order of the document.
  static let all =
    [
      createApp, listApps, getApp, updateApp, deleteApp, issueChallenge, submitAttestation, getKey, revokeKey,
      verifyAssertion, readEvents, openAPI,
    ] + risk + rollouts + deviceBits + deviceAccounts + teamKeys + webhooks
}

extension Operation.Answer {
  static func created(_ schema: String) -> Self {
    Self(status: 201, description: "Created.", schema: .reference(schema))
  }
  static func found(_ schema: String) -> Self { Self(status: 200, description: "Done.", schema: .reference(schema)) }
}
