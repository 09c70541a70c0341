/// Every call of the device API.
extension DeviceOperation {
  static let issueChallenge = DeviceOperation(
    id: "deviceChallenge", method: "POST", path: "/v1/attest/challenge",
    summary: "A challenge to attest a key over. It works once, for 300 seconds, and also where the check is off.",
    answers: [Answer(status: 200, description: "The challenge.", schema: challenge)], refusals: [401, 403, 413])

  static let createAccount = DeviceOperation(
    id: "deviceCreateAccount", method: "POST", path: "/v1/accounts",
    summary: "Make an account. Where the check is on, only for an attested key, which makes one account.",
    headers: [idempotencyKey], body: accountRequest, bodyLimit: Limits.base64(Limits.attestation) + envelope,
    answers: [Answer(status: 201, description: "The account and its token, shown once.", schema: created)],
    refusals: [400, 401, 403, 409, 413, 415, 422])

  static let getAccount = DeviceOperation(
    id: "deviceAccount", method: "GET", path: "/v1/account", summary: "The token's account.", needsToken: true,
    answers: [Answer(status: 200, description: "The account.", schema: account)], refusals: [401, 403, 413])

  static let deleteAccount = DeviceOperation(
    id: "deviceDeleteAccount", method: "DELETE", path: "/v1/account",
    summary: "Delete the account. Its tokens end, and its key can make a new account.", needsToken: true,
    answers: [Answer(status: 204, description: "Deleted.", mediaType: nil)], refusals: [401, 403, 413])

  static let events = DeviceOperation(
    id: "deviceEvents", method: "GET", path: "/v1/events",
    summary: "The account's events as server-sent events, from the beginning or after Last-Event-ID.", needsToken: true,
    headers: [lastEventID],
    answers: [
      Answer(
        status: 200, description: "Events without end. The id of each is what Last-Event-ID takes.",
        mediaType: "text/event-stream")
    ], refusals: [401, 403, 413, 422])

  static let document = DeviceOperation(
    id: "deviceOpenAPI", method: "GET", path: "/openapi.json", summary: "This document.", needsCode: false,
    answers: [Answer(status: 200, description: "OpenAPI 3.1.", schema: .anything(description: "The document."))],
    refusals: [413])

  /// All of them, in the order of the document.
  static let all = [issueChallenge, createAccount, getAccount, deleteAccount, events, document]

  private static let idempotencyKey = Operation.Parameter(
    name: "Idempotency-Key",
    schema: .text(
      description: "A repeat with the same key and body gets the first answer. 1 to 200 bytes; unguessable."))

  private static let lastEventID = Operation.Parameter(
    name: "Last-Event-ID", schema: .text(description: "The id of the last event that was received."))

  private static let challenge = Schema.object(
    [
      .required("challenge", .text(description: "The challenge. The UTF-8 bytes of this text are hashed.")),
      .required("expires_in", .integer(1...300, description: "Seconds.")),
    ], description: "A challenge.")

  private static let accountRequest = Schema.object(
    [
      .optional(
        "attestation",
        .object(
          [
            .required("key_id", .bytes(description: "The key's identifier, 32 bytes.", maximum: 32)),
            .required("challenge", .text(description: "The text of the challenge.")),
            .required("object", .bytes(description: "The attestation object.", maximum: Limits.attestation)),
          ], description: "Ignored where the check is off."))
    ], description: "A new account.")

  private static let account = Schema.object(
    [
      .required("id", .text(description: "The account.", pattern: "^acc_[0-9a-z]+$")),
      .required("created_at", .instant(description: "When it was made.")),
    ], description: "An account.")

  private static let created = Schema.object(
    [
      .required("account", account),
      .required(
        "token", .text(description: "The credential from now on.", pattern: "^mca_[0-9a-z]+_[0-9A-Za-z_-]{43}$")),
    ], description: "A new account.")
}
