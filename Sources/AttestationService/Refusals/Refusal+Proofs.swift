/// Refusals of a challenge, a key or a proof.
extension Refusal {
  /// The challenge was never issued by this service for this app, or not for this purpose, account or operation.
  public static let challengeUnknown = proof(
    "challenge_unknown", .challenge, .refused, .freshChallenge, "This challenge was not issued for this request.")

  /// The challenge is too old.
  public static let challengeExpired = proof(
    "challenge_expired", .challenge, .expired, .freshChallenge, "This challenge has expired.")

  /// The challenge was used before.
  public static let challengeClaimed = proof(
    "challenge_already_claimed", .challenge, .conflict, .freshChallenge, "This challenge was used before.")

  /// No key of this app has that id.
  public static let keyUnknown = proof(
    "key_unknown", .key, .notFound, .newKey, "This app has no such key.")

  /// The key is registered for another account.
  public static let keyOfAnotherAccount = proof(
    "key_of_another_account", .key, .refused, .newKey, "This key is registered for another account.")

  /// The key was revoked.
  public static let keyRevoked = proof("key_revoked", .key, .refused, .newKey, "This key was revoked.")

  /// The key belongs to an environment that its app accepts no more.
  public static let environmentNotAccepted = proof(
    "environment_not_accepted", .key, .refused, .newKey, "The app does not accept keys of this key's environment.")

  /// The same key is being registered, or was registered, by another submission.
  public static let keyExists = proof(
    "key_already_registered", .key, .conflict, .newKey, "This key was registered by another submission.")

  /// The counter did not rise.
  public static let counterNotGreater = proof(
    "counter_not_greater", .counter, .conflict, .freshChallenge,
    "The key's counter did not rise: an older request, or a copy of the key.")

  static func proof(
    _ code: String, _ stage: Stage, _ category: RefusalCategory, _ next: NextStep, _ title: String
  ) -> Refusal {
    Refusal(code, stage: stage, category: category, next: next, title: title)
  }
}
