extension LabFault {
  /// What a device can make wrong.
  public enum Subject: String, CaseIterable, Sendable {
    /// The attestation object, its receipt apart.
    case attestation
    /// An assertion.
    case assertion
    /// The receipt inside an attestation.
    case attestationReceipt = "attestation_receipt"
    /// A refreshed receipt.
    case refreshedReceipt = "refreshed_receipt"
    /// The client data that an app makes of a challenge.
    case clientData = "client_data"
  }

  /// Whether an app's policy may accept an attestation with this fault: an absent extension, any bundle version, or an
  /// app that is not registered for Macs.
  public var dependsOnPolicy: Bool {
    switch self {
    case .categoryMissing, .bundleVersionMissing, .bundleVersionWrong, .extensionDowngrade, .accessControlWrong,
      .accessControlMissing, .accessControlOfMac:
      true
    default: false
    }
  }

  /// The objects to which the fault applies.
  public var subjects: Set<Subject> {
    switch self {
    case .objectTruncated, .objectTrailingBytes, .objectIndefiniteLength, .objectTagged, .objectFloat,
      .objectDuplicateKey, .objectTooDeep, .objectTooLarge, .objectFieldMissing, .objectFieldOfOtherType,
      .objectNotMap, .authenticatorDataTruncated, .appIDWrong, .extensionTrailingBytes, .extensionNotMap,
      .extensionDuplicateKey, .extensionKeyNotText, .extensionIndefiniteLength, .extensionTagged, .extensionFloat,
      .categoryMissing, .categoryMalformed, .categoryForbidden, .bundleVersionMissing, .bundleVersionMalformed,
      .bundleVersionWrong, .extensionDowngrade, .clientDataHashShort:
      [.attestation, .assertion]
    case .signatureWrong, .signatureOverDigest, .signatureOtherKey, .signatureMalformed, .counterNotGreater,
      .counterLower:
      [.assertion]
    case .clientDataMalformed, .challengeMissing, .challengeWrong:
      [.clientData]
    case .receiptMetricMissing, .receiptMetricMalformed:
      [.refreshedReceipt]
    case .receiptClientHashMangled:
      [.attestationReceipt]
    default:
      rawValue.hasPrefix("receipt_") ? [.attestationReceipt, .refreshedReceipt] : [.attestation]
    }
  }
}
