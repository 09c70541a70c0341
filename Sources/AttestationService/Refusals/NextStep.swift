/// What the caller should do after a refusal (the contract's `next`).
public enum NextStep: String, Sendable, CaseIterable {
  /// Ask for a new challenge and sign again with the same key.
  case freshChallenge = "fresh_challenge"
  /// Send the same request again with the same key.
  case retrySameKey = "retry_same_key"
  /// This key is of no use any more: make and attest another one.
  case newKey = "new_key"
  /// The fault is ours and passes: repeat after the time in `Retry-After`.
  case wait
  /// The request itself is wrong; repeating it unchanged changes nothing.
  case fixRequest = "fix_request"
  /// Nothing the caller can do leads further.
  case stop
}
