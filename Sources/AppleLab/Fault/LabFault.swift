/// The ways in which an object can be wrong: one for each reason that a verifier must have to refuse it.
///
/// The device makes everything else right, so that the fault alone decides.
public enum LabFault: String, CaseIterable, Sendable {
  // MARK: The CBOR of either object

  /// The last byte is missing.
  case objectTruncated = "object_truncated"
  /// A byte follows the object.
  case objectTrailingBytes = "object_trailing_bytes"
  /// The outer map has no length and ends with a break.
  case objectIndefiniteLength = "object_indefinite_length"
  /// The object stands inside a tag.
  case objectTagged = "object_tagged"
  /// The outer map has a further entry with a floating-point value.
  case objectFloat = "object_float"
  /// The outer map has its last key twice.
  case objectDuplicateKey = "object_duplicate_key"
  /// The outer map has a further entry, nested forty deep.
  case objectTooDeep = "object_too_deep"
  /// The outer map has a further entry of 64 KiB.
  case objectTooLarge = "object_too_large"
  /// The last entry of the outer map is missing.
  case objectFieldMissing = "object_field_missing"
  /// The last entry of the outer map is text.
  case objectFieldOfOtherType = "object_field_of_other_type"
  /// The object is an array.
  case objectNotMap = "object_not_map"
  /// The format is `packed`.
  case formatUnknown = "format_unknown"

  // MARK: The certificates

  /// Leaf and intermediate of another hierarchy.
  case chainWrongRoot = "chain_wrong_root"
  /// The leaf is signed by another authority than the one beside it.
  case chainForeignIntermediate = "chain_foreign_intermediate"
  /// The leaf alone.
  case chainOneCertificate = "chain_one_certificate"
  /// The root is there as well.
  case chainThreeCertificates = "chain_three_certificates"
  /// The leaf is not a certificate.
  case leafUnreadable = "leaf_unreadable"
  /// The leaf's end has passed.
  case leafExpired = "leaf_expired"
  /// The leaf's start is to come.
  case leafNotYetValid = "leaf_not_yet_valid"
  /// The leaf is for TLS servers.
  case leafWrongPurpose = "leaf_wrong_purpose"
  /// The leaf may issue certificates.
  case leafIsAuthority = "leaf_is_authority"
  /// The leaf's key is on P-384.
  case leafOtherCurve = "leaf_other_curve"

  // MARK: What binds the leaf to the challenge and the key

  /// The leaf carries another nonce.
  case nonceWrong = "nonce_wrong"
  /// The leaf carries no nonce.
  case nonceMissing = "nonce_missing"
  /// A byte follows the nonce inside its extension.
  case nonceMalformed = "nonce_malformed"
  /// The app reports another key id.
  case keyIDWrong = "key_id_wrong"

  /// The app gave eight bytes as client data hash.
  case clientDataHashShort = "client_data_hash_short"

  // MARK: The authenticator data

  /// The data ends inside its fixed part.
  case authenticatorDataTruncated = "authenticator_data_truncated"
  /// The flag for attested credential data is clear, in an attestation.
  case attestedDataFlagClear = "attested_data_flag_clear"
  /// Another app's identifier.
  case appIDWrong = "app_id_wrong"
  /// An attestation whose counter is 1.
  case counterNotZero = "counter_not_zero"
  /// An AAGUID of another kind of authenticator.
  case aaguidUnknown = "aaguid_unknown"
  /// `appattest` and seven other bytes than zero.
  case aaguidPrefixOnly = "aaguid_prefix_only"
  /// A development AAGUID in production, or the reverse.
  case aaguidOtherEnvironment = "aaguid_other_environment"
  /// Another credential id than the key's hash.
  case credentialIDWrong = "credential_id_wrong"
  /// A credential id of 16 bytes.
  case credentialIDLengthWrong = "credential_id_length_wrong"
  /// A COSE key of another key than the leaf's.
  case coseKeyDiffers = "cose_key_differs"
  /// A COSE key on P-384.
  case coseKeyOtherCurve = "cose_key_other_curve"
  /// A compressed COSE key.
  case coseKeyCompressed = "cose_key_compressed"

  // MARK: The extension map

  /// A byte follows the map, or the fixed part where there is no map.
  case extensionTrailingBytes = "extension_trailing_bytes"
  /// An array instead of a map.
  case extensionNotMap = "extension_not_map"
  /// The same key twice.
  case extensionDuplicateKey = "extension_duplicate_key"
  /// A key that is a number.
  case extensionKeyNotText = "extension_key_not_text"
  /// The map has no length and ends with a break.
  case extensionIndefiniteLength = "extension_indefinite_length"
  /// A tagged value.
  case extensionTagged = "extension_tagged"
  /// A floating-point value.
  case extensionFloat = "extension_float"
  /// A map without the validation category.
  case categoryMissing = "category_missing"
  /// Three bytes instead of four.
  case categoryMalformed = "category_malformed"
  /// Category 7: a binary that the system has made.
  case categoryForbidden = "category_forbidden"
  /// A map without the bundle version.
  case bundleVersionMissing = "bundle_version_missing"
  /// Bytes instead of text.
  case bundleVersionMalformed = "bundle_version_malformed"
  /// Another bundle version than the device's.
  case bundleVersionWrong = "bundle_version_wrong"
  /// No map at all, though the system has it: a step back for a key that has shown it.
  case extensionDowngrade = "extension_downgrade"

  // MARK: Macs

  /// Access control as on a Mac without system integrity protection.
  case accessControlWrong = "access_control_wrong"
  /// No access control in the leaf.
  case accessControlMissing = "access_control_missing"
  /// A Mac's access control in the leaf, whatever the device is.
  case accessControlOfMac = "access_control_of_mac"

  // MARK: The receipt

  /// The receipt is not a signed message.
  case receiptUnreadable = "receipt_unreadable"
  /// The receipt has more than 64 KiB.
  case receiptTooLarge = "receipt_too_large"
  /// A byte follows the receipt.
  case receiptTrailingBytes = "receipt_trailing_bytes"
  /// The signature was made with another key than the signer's.
  case receiptWrongSigner = "receipt_wrong_signer"
  /// The signer belongs to another hierarchy.
  case receiptWrongChain = "receipt_wrong_chain"
  /// The signer's certificate does not have the marker.
  case receiptMarkerMissing = "receipt_marker_missing"
  /// The signer's certificate is not inside.
  case receiptSignerMissing = "receipt_signer_missing"
  /// The signer's certificate has expired.
  case receiptSignerExpired = "receipt_signer_expired"
  /// The signer's certificate is not valid yet.
  case receiptSignerNotYetValid = "receipt_signer_not_yet_valid"
  /// A certificate inside has basic constraints that are none.
  case receiptCertificateUnreadable = "receipt_certificate_unreadable"
  /// Another app's identifier in field 2.
  case receiptWrongAppID = "receipt_wrong_app_id"
  /// Another key's certificate in field 3.
  case receiptOtherKey = "receipt_other_key"
  /// Field 3 is not a certificate.
  case receiptKeyUnreadable = "receipt_key_unreadable"
  /// Field 4 went through UTF-8, as Apple does it in refreshed receipts only.
  case receiptClientHashMangled = "receipt_client_hash_mangled"
  /// The other type in field 6.
  case receiptWrongType = "receipt_wrong_type"
  /// The other environment in field 7.
  case receiptWrongEnvironment = "receipt_wrong_environment"
  /// Made six minutes before it arrived.
  case receiptStale = "receipt_stale"
  /// Made ten minutes after it arrived.
  case receiptFromFuture = "receipt_from_future"
  /// Its expiration has passed.
  case receiptExpired = "receipt_expired"
  /// Field 5 twice.
  case receiptDuplicateField = "receipt_duplicate_field"
  /// Field 12 is missing.
  case receiptFieldMissing = "receipt_field_missing"
  /// Field 12 is not an instant.
  case receiptTimeMalformed = "receipt_time_malformed"
  /// A refreshed receipt without field 17.
  case receiptMetricMissing = "receipt_metric_missing"
  /// A refreshed receipt whose field 17 is not a number.
  case receiptMetricMalformed = "receipt_metric_malformed"
  /// The content is not a SET of fields.
  case receiptContentMalformed = "receipt_content_malformed"

  // MARK: Assertions

  /// A signature over other data.
  case signatureWrong = "signature_wrong"
  /// The nonce was taken for the digest, so that it was not hashed again.
  case signatureOverDigest = "signature_over_digest"
  /// Another key's signature.
  case signatureOtherKey = "signature_other_key"
  /// A signature that is not DER.
  case signatureMalformed = "signature_malformed"
  /// The counter of the previous assertion again.
  case counterNotGreater = "counter_not_greater"
  /// A lower counter than that of the previous assertion; 0 for the first.
  case counterLower = "counter_lower"

  // MARK: Client data

  /// The client data are not JSON.
  case clientDataMalformed = "client_data_malformed"
  /// The client data have no challenge.
  case challengeMissing = "challenge_missing"
  /// The client data have another challenge than the one issued.
  case challengeWrong = "challenge_wrong"
}
