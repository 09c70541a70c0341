/// The steps of verifying an assertion, in Apple's order ("Validating apps that connect to your server").
public enum AssertionStep: String, StepSequence {
  /// Before step 1: the object has the documented shape.
  case format
  /// Step 1: the client data hash is one.
  case clientDataHash = "client_data_hash"
  /// Steps 2 and 3: the signature is the key's over the nonce.
  case signature
  /// Step 4: the relying party is the key's.
  case relyingParty = "relying_party"
  /// Step 5: the counter rises.
  case counter
  /// Step 6: the challenge is inside the signed bytes.
  case challenge
  /// Step 7: the validation category is accepted.
  case validationCategory = "validation_category"
  /// Step 8: the bundle version is accepted.
  case bundleVersion = "bundle_version"
}
