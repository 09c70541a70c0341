/// The steps of verifying an attestation, in Apple's order ("Validating apps that connect to your server").
public enum AttestationStep: String, StepSequence {
  /// Before step 1: the object has the documented shape.
  case format
  /// Step 1: the certificates lead to the App Attest root at the instant.
  case certificateChain = "certificate_chain"
  /// Step 2: the client data hash is one.
  case clientDataHash = "client_data_hash"
  /// Steps 3 and 4: the nonce in the leaf is that of authenticator data and client data hash.
  case nonce
  /// Step 4, second part: the access control blob of Macs.
  case accessControl = "access_control"
  /// Step 5: the leaf's key is the one that the app named.
  case keyIdentifier = "key_identifier"
  /// Step 6: the relying party is one of the app's identifiers.
  case relyingParty = "relying_party"
  /// Step 7: the counter is 0.
  case counter
  /// Step 8: the environment is accepted.
  case environment
  /// Step 9: the credential is the key: its identifier, and (not in Apple's list) its COSE key.
  case credential
  /// Step 10: the validation category is accepted.
  case validationCategory = "validation_category"
  /// Step 11: the bundle version is accepted.
  case bundleVersion = "bundle_version"
}
