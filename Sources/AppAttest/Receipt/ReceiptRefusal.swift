/// Why a receipt is refused. The raw value is the stable code.
public enum ReceiptRefusal: String, Error, Sendable, CaseIterable {
  /// Larger than any receipt.
  case tooLarge = "receipt_too_large"
  /// Not one CMS message with its content inside.
  case notCMS = "receipt_not_cms"
  /// Not exactly one signer of the one kind that Apple uses.
  case unsupportedSigner = "receipt_unsupported_signer"
  /// An embedded certificate cannot be read.
  case certificateMalformed = "receipt_certificate_malformed"
  /// The signature is not the signer's over the content.
  case signatureInvalid = "receipt_signature_invalid"
  /// The signer does not lead to Apple Root CA - G3.
  case chainUntrusted = "receipt_chain_untrusted"
  /// A certificate had expired at the instant.
  case certificateExpired = "receipt_certificate_expired"
  /// A certificate was not valid yet at the instant.
  case certificateNotYetValid = "receipt_certificate_not_yet_valid"
  /// The signer is not the one that signs fraud receipts: the root signs many others.
  case wrongSigner = "receipt_wrong_signer"
  /// The content is not the documented structure.
  case payloadMalformed = "receipt_payload_malformed"
  /// A field is there twice.
  case duplicateField = "receipt_duplicate_field"
  /// A field that every receipt of its kind has is not there.
  case fieldMissing = "receipt_field_missing"
  /// A field cannot be read.
  case fieldMalformed = "receipt_field_malformed"
  /// The receipt is for another app.
  case appIDMismatch = "receipt_app_id_mismatch"
  /// The receipt was made more than five minutes before or after it arrived.
  case notFresh = "receipt_not_fresh"
  /// The receipt is for another key.
  case publicKeyMismatch = "receipt_public_key_mismatch"
  /// The receipt is of the other type.
  case wrongType = "receipt_wrong_type"
  /// The receipt is of the other environment.
  case wrongEnvironment = "receipt_wrong_environment"
  /// The receipt is for another client data hash.
  case clientDataHashMismatch = "receipt_client_data_hash_mismatch"
  /// A receipt with a metric lacks it, or it is below 1.
  case metricMissing = "receipt_metric_missing"

  /// The stable code.
  public var code: String { rawValue }
}
