/// Why an attestation is refused. The raw value is the stable code.
public enum AttestationRefusal: String, Error, Sendable, CaseIterable {
  /// Larger than any attestation.
  case tooLarge = "attestation_too_large"
  /// Not CBOR, or CBOR that breaks a rule of strict reading.
  case notCBOR = "attestation_not_cbor"
  /// The format is not `apple-appattest`.
  case wrongFormat = "attestation_wrong_format"
  /// The members are not the documented ones.
  case wrongShape = "attestation_wrong_shape"
  /// Not exactly two certificates.
  case wrongCertificateCount = "wrong_certificate_count"
  /// The authenticator data cannot be read.
  case authenticatorDataMalformed = "authenticator_data_malformed"
  /// The extensions in the authenticator data cannot be read.
  case extensionsMalformed = "extensions_malformed"
  /// The flags do not say that a credential is attested, or say things that App Attest never says.
  case unexpectedFlags = "unexpected_flags"
  /// A certificate cannot be read.
  case certificateMalformed = "certificate_malformed"
  /// The certificates do not lead to the root.
  case chainUntrusted = "certificate_chain_untrusted"
  /// A certificate had expired at the instant.
  case certificateExpired = "certificate_expired"
  /// A certificate was not valid yet at the instant.
  case certificateNotYetValid = "certificate_not_yet_valid"
  /// The leaf may be used for other things only.
  case wrongKeyUsage = "certificate_wrong_usage"
  /// The leaf is an authority.
  case leafIsAuthority = "certificate_is_authority"
  /// The leaf's key is not on P-256.
  case unsupportedKey = "certificate_unsupported_key"
  /// The client data hash has fewer than 16 bytes.
  case clientDataHashTooShort = "client_data_hash_too_short"
  /// The leaf has no nonce, or not as exactly the documented structure.
  case nonceMissing = "nonce_missing"
  /// The nonce is another one: the object was made for another challenge.
  case nonceMismatch = "nonce_mismatch"
  /// The app is registered for Macs only, and the key is not under a Mac's full security policy.
  case accessControlMismatch = "access_control_mismatch"
  /// The key is a Mac's, and the app is not registered for Macs.
  case platformNotAccepted = "platform_not_accepted"
  /// Nothing signed says whether a Mac made this, and the policy refuses that.
  case platformUnknown = "platform_unknown"
  /// The leaf's key is not the one that the app named.
  case keyIdentifierMismatch = "key_id_mismatch"
  /// The attestation is for another app.
  case relyingPartyMismatch = "app_id_mismatch"
  /// The counter is not 0.
  case counterNotZero = "counter_not_zero"
  /// The AAGUID is not one of App Attest.
  case unknownEnvironment = "unknown_environment"
  /// The environment is not one that the policy accepts.
  case wrongEnvironment = "wrong_environment"
  /// The credential identifier is not the key identifier.
  case credentialMismatch = "credential_id_mismatch"
  /// The COSE key is not the leaf's key.
  case credentialKeyMismatch = "credential_key_mismatch"
  /// The validation category is absent and required.
  case categoryMissing = "validation_category_missing"
  /// The validation category is not accepted.
  case categoryNotAccepted = "validation_category_not_accepted"
  /// The bundle version is absent and required.
  case bundleVersionMissing = "bundle_version_missing"
  /// The bundle version is not accepted.
  case bundleVersionNotAccepted = "bundle_version_not_accepted"

  /// The stable code.
  public var code: String { rawValue }
}
