import AttestationService

/// The calls by which a tenant sees and ends what its apps' device API has made.
extension Operation {
  private static let accountsPath = "/v1/apps/{app_id}/device-accounts"
  private static let accountPath = accountsPath + "/{account_id}"

  static let listDeviceAccounts = Operation(
    id: "listDeviceAccounts", method: "GET", pattern: PathPattern(accountsPath),
    summary: "The newest accounts of the app's device API, deleted ones too.", scope: .manage,
    query: [
      Parameter(name: "before", schema: .text(description: "Only accounts older than this one.")),
      Parameter(name: "limit", schema: .integer(1...1_000, description: "At most so many; 100 unless given.")),
    ], answers: [.found("DeviceAccounts")])

  static let getDeviceAccount = Operation(
    id: "getDeviceAccount", method: "GET", pattern: PathPattern(accountPath),
    summary: "One account with its tokens, without their text.", scope: .manage, answers: [.found("DeviceAccount")])

  static let deleteDeviceAccount = Operation(
    id: "deleteDeviceAccount", method: "DELETE", pattern: PathPattern(accountPath),
    summary: "Delete an account: its tokens end at once, and its key can make a new one.", scope: .manage,
    answers: [Answer(status: 204, description: "Deleted.", schema: nil)], isIdempotencyKeyed: true)

  static let issueDeviceToken = Operation(
    id: "issueDeviceToken", method: "POST", pattern: PathPattern(accountPath + "/tokens"),
    summary: "A further token of an account. Its text is in this answer only, so no Idempotency-Key is honoured.",
    scope: .manage, answers: [.created("DeviceToken")])

  static let revokeDeviceToken = Operation(
    id: "revokeDeviceToken", method: "DELETE", pattern: PathPattern(accountPath + "/tokens/{token_id}"),
    summary: "End a token, at once on every replica. A repeat changes nothing.", scope: .manage,
    answers: [Answer(status: 204, description: "Revoked.", schema: nil)], isIdempotencyKeyed: true)

  static let deviceAccounts = [
    listDeviceAccounts, getDeviceAccount, deleteDeviceAccount, issueDeviceToken, revokeDeviceToken,
  ]
}
