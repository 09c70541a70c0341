import AttestationService

/// The shapes of accounts of the device API, as their tenant sees them.
extension Schema {
  static let deviceAccountComponents: [(String, Schema)] = [
    ("DeviceAccount", object(accountFields + [.optional("tokens", tokens)], description: "An account.")),
    (
      "DeviceAccounts",
      object(
        [.required("accounts", list(reference("DeviceAccount"), description: "The newest first; without tokens."))],
        description: "Accounts.")
    ),
    (
      "DeviceToken",
      object(
        [
          .required("account_id", text(description: "The account.")),
          .required("token", text(description: "The credential, in this answer only.")),
        ], description: "A new token.")
    ),
  ]

  private static let accountFields: [Field] = [
    .required("account_id", text(description: "The account.", pattern: "^acc_[0-9a-z]+$")),
    .required("created_at", instant(description: "When it was made.")),
    .optional("deleted_at", instant(description: "When it was deleted.")),
    .optional("key", deviceKey),
  ]

  private static let deviceKey = object(
    [
      .required("key_id", bytes(description: "The key's identifier.", maximum: 32)),
      .required("counter", integer(0...4_294_967_295, description: "The counter at registration.")),
      .required("environment", word(DeviceEnvironment.allCases.map(\.rawValue), description: "Apple's environment.")),
      .optional("validation_category", integer(0...Int(UInt32.max), description: "As the device showed it.")),
      .optional("bundle_version", text(description: "As the device showed it.")),
      .required("receipt", word(["accepted", "refused", "missing"], description: "The receipt's own verdict.")),
      .required("lab", bool(description: "True when lab roots were accepted for it.")),
    ], description: "The attested key; absent where the check was off.")

  private static let tokens = list(
    object(
      [
        .required("token_id", text(description: "Its name; never its text.", pattern: "^tok_[0-9a-z]+$")),
        .required("created_at", instant(description: "When it was issued.")),
        .optional("revoked_at", instant(description: "When it was revoked.")),
      ], description: "A token."), description: "The newest last.")
}
