/// The steps of verifying a receipt: Apple's six in order ("Assessing fraud risk"), then ours.
public enum ReceiptStep: String, StepSequence {
  /// Before step 1: one CMS message.
  case format
  /// Step 1: the signature is the signer's.
  case signature
  /// Step 2: the signer leads to the Apple root, and is the one for fraud receipts.
  case certificateChain = "certificate_chain"
  /// Step 3: the payload is a set of fields.
  case payload
  /// Step 4: field 2 is the app.
  case appID = "app_id"
  /// Step 5: field 12 is no more than five minutes from the arrival.
  case creationTime = "creation_time"
  /// Step 6: field 3 has the key.
  case publicKey = "public_key"
  /// Field 6 is the expected type.
  case type
  /// Field 7 agrees with the key's environment.
  case environment
  /// Field 4 is the client data hash; only in an `ATTEST` receipt, because Apple garbles it in the other.
  case clientDataHash = "client_data_hash"
  /// Field 17 is at least 1 in a `RECEIPT`.
  case riskMetric = "risk_metric"
}
