/// Why an assertion is refused. The raw value is the stable code.
public enum AssertionRefusal: String, Error, Sendable, CaseIterable {
  /// Larger than any assertion.
  case tooLarge = "assertion_too_large"
  /// Not CBOR, or CBOR that breaks a rule of strict reading.
  case notCBOR = "assertion_not_cbor"
  /// The members are not the documented ones.
  case wrongShape = "assertion_wrong_shape"
  /// The authenticator data has fewer than 37 bytes.
  case authenticatorDataMalformed = "authenticator_data_malformed"
  /// The extensions in the authenticator data cannot be read.
  case extensionsMalformed = "extensions_malformed"
  /// The client data hash has fewer than 16 bytes.
  case clientDataHashTooShort = "client_data_hash_too_short"
  /// The signature is not the key's over these data.
  case signatureInvalid = "signature_invalid"
  /// The assertion is for another app than the key.
  case relyingPartyMismatch = "app_id_mismatch"
  /// The counter does not rise: a replay, or a copy that does not know the recorded counter.
  case counterNotGreater = "counter_not_greater"
  /// The client data are not such that a challenge could be found in them.
  case clientDataMalformed = "client_data_malformed"
  /// The signed bytes have no challenge at the agreed place.
  case challengeMissing = "challenge_missing"
  /// The signed bytes hold another challenge.
  case challengeMismatch = "challenge_mismatch"
  /// The validation category is absent, and the policy or the key's own past requires it.
  case categoryMissing = "validation_category_missing"
  /// The validation category is not accepted.
  case categoryNotAccepted = "validation_category_not_accepted"
  /// The bundle version is absent, and the policy or the key's own past requires it.
  case bundleVersionMissing = "bundle_version_missing"
  /// The bundle version is not accepted.
  case bundleVersionNotAccepted = "bundle_version_not_accepted"

  /// The stable code.
  public var code: String { rawValue }
}
