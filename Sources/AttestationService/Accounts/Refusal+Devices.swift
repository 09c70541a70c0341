/// Refusals of the device API, with the codes of its contract.
extension Refusal {
  /// The app asks for an attestation, and there is none.
  public static let attestationRequired = unauthorized(
    "attestation_required", .attestation, .fixRequest, "An account is made with an attestation here.")

  /// The header `X-App-Code` is missing or wrong.
  public static let appCodeInvalid = unauthorized(
    "app_code_invalid", .authentication, .fixRequest, "The header X-App-Code is missing or wrong.")

  /// The token is missing, was revoked, or belongs to an account that is gone.
  public static let tokenInvalid = unauthorized(
    "token_invalid", .authentication, .stop, "An account's token is needed: Authorization: Bearer mca_…")

  /// The attestation makes no account. The stage tells how far it came; the code is the same for all.
  static func attestationInvalid(_ stage: Stage) -> Refusal {
    // An attested key cannot be attested over another challenge, so every way forward begins with a new key.
    unauthorized("attestation_invalid", stage, .newKey, "The attestation is not valid.")
  }

  /// The account is not there.
  public static let accountUnknown = Refusal(
    "unknown_account", stage: .application, category: .notFound, next: .fixRequest, title: "There is no such account.")

  /// The account has no such token.
  public static let tokenUnknown = Refusal(
    "unknown_token", stage: .application, category: .notFound, next: .fixRequest,
    title: "The account has no such token.")

  private static func unauthorized(_ code: String, _ stage: Stage, _ next: NextStep, _ title: String) -> Refusal {
    Refusal(code, stage: stage, category: .unauthenticated, next: next, title: title)
  }
}
