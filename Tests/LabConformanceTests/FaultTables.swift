import AppAttest
import AppleLab

/// Which refusal each fault must cause, and nothing else.
enum FaultTables {
  static let attestation: [LabFault: AttestationRefusal] = [
    .objectTruncated: .notCBOR, .objectTrailingBytes: .notCBOR, .objectIndefiniteLength: .notCBOR,
    .objectTagged: .notCBOR, .objectFloat: .notCBOR, .objectDuplicateKey: .notCBOR, .objectTooDeep: .notCBOR,
    .objectTooLarge: .tooLarge, .objectFieldMissing: .wrongShape, .objectFieldOfOtherType: .wrongShape,
    .objectNotMap: .wrongShape, .formatUnknown: .wrongFormat,
    .chainWrongRoot: .chainUntrusted, .chainForeignIntermediate: .chainUntrusted,
    .chainOneCertificate: .wrongCertificateCount, .chainThreeCertificates: .wrongCertificateCount,
    .leafUnreadable: .certificateMalformed, .leafExpired: .certificateExpired,
    .leafNotYetValid: .certificateNotYetValid, .leafWrongPurpose: .wrongKeyUsage, .leafIsAuthority: .leafIsAuthority,
    .leafOtherCurve: .unsupportedKey,
    .clientDataHashShort: .clientDataHashTooShort, .nonceWrong: .nonceMismatch, .nonceMissing: .nonceMissing,
    .nonceMalformed: .nonceMissing, .keyIDWrong: .keyIdentifierMismatch,
    .authenticatorDataTruncated: .authenticatorDataMalformed, .attestedDataFlagClear: .unexpectedFlags,
    .appIDWrong: .relyingPartyMismatch, .counterNotZero: .counterNotZero, .aaguidUnknown: .unknownEnvironment,
    .aaguidPrefixOnly: .unknownEnvironment, .aaguidOtherEnvironment: .wrongEnvironment,
    .credentialIDWrong: .credentialMismatch, .credentialIDLengthWrong: .authenticatorDataMalformed,
    .coseKeyDiffers: .credentialKeyMismatch, .coseKeyOtherCurve: .authenticatorDataMalformed,
    .coseKeyCompressed: .authenticatorDataMalformed,
    .extensionTrailingBytes: .extensionsMalformed, .extensionNotMap: .extensionsMalformed,
    .extensionDuplicateKey: .extensionsMalformed, .extensionKeyNotText: .extensionsMalformed,
    .extensionIndefiniteLength: .extensionsMalformed, .extensionTagged: .extensionsMalformed,
    .extensionFloat: .extensionsMalformed, .categoryMalformed: .extensionsMalformed,
    .bundleVersionMalformed: .extensionsMalformed,
    .categoryMissing: .categoryMissing, .categoryForbidden: .categoryNotAccepted,
    .bundleVersionMissing: .bundleVersionMissing, .bundleVersionWrong: .bundleVersionNotAccepted,
    .extensionDowngrade: .categoryMissing,
    .accessControlWrong: .accessControlMismatch, .accessControlMissing: .platformUnknown,
    .accessControlOfMac: .platformNotAccepted,
  ]

  static let assertion: [LabFault: AssertionRefusal] = [
    .objectTruncated: .notCBOR, .objectTrailingBytes: .notCBOR, .objectIndefiniteLength: .notCBOR,
    .objectTagged: .notCBOR, .objectFloat: .notCBOR, .objectDuplicateKey: .notCBOR, .objectTooDeep: .notCBOR,
    .objectTooLarge: .tooLarge, .objectFieldMissing: .wrongShape, .objectFieldOfOtherType: .wrongShape,
    .objectNotMap: .wrongShape, .authenticatorDataTruncated: .authenticatorDataMalformed,
    .clientDataHashShort: .clientDataHashTooShort, .appIDWrong: .relyingPartyMismatch,
    .extensionTrailingBytes: .extensionsMalformed, .extensionNotMap: .extensionsMalformed,
    .extensionDuplicateKey: .extensionsMalformed, .extensionKeyNotText: .extensionsMalformed,
    .extensionIndefiniteLength: .extensionsMalformed, .extensionTagged: .extensionsMalformed,
    .extensionFloat: .extensionsMalformed, .categoryMalformed: .extensionsMalformed,
    .bundleVersionMalformed: .extensionsMalformed,
    .categoryMissing: .categoryMissing, .categoryForbidden: .categoryNotAccepted,
    .bundleVersionMissing: .bundleVersionMissing, .bundleVersionWrong: .bundleVersionNotAccepted,
    .extensionDowngrade: .categoryMissing,
    .signatureWrong: .signatureInvalid, .signatureOverDigest: .signatureInvalid,
    .signatureOtherKey: .signatureInvalid, .signatureMalformed: .signatureInvalid,
    .counterNotGreater: .counterNotGreater, .counterLower: .counterNotGreater,
  ]

  static let clientData: [LabFault: AssertionRefusal] = [
    .clientDataMalformed: .clientDataMalformed, .challengeMissing: .challengeMissing,
    .challengeWrong: .challengeMismatch,
  ]

  static let receipt: [LabFault: ReceiptRefusal] = [
    .receiptUnreadable: .notCMS, .receiptTrailingBytes: .notCMS, .receiptTooLarge: .tooLarge,
    .receiptWrongSigner: .signatureInvalid, .receiptWrongChain: .chainUntrusted, .receiptMarkerMissing: .wrongSigner,
    .receiptSignerMissing: .unsupportedSigner, .receiptSignerExpired: .certificateExpired,
    .receiptSignerNotYetValid: .certificateNotYetValid, .receiptCertificateUnreadable: .certificateMalformed,
    .receiptWrongAppID: .appIDMismatch, .receiptOtherKey: .publicKeyMismatch,
    .receiptKeyUnreadable: .fieldMalformed, .receiptClientHashMangled: .clientDataHashMismatch,
    .receiptWrongType: .wrongType, .receiptWrongEnvironment: .wrongEnvironment, .receiptStale: .notFresh,
    .receiptFromFuture: .notFresh, .receiptExpired: .notFresh, .receiptDuplicateField: .duplicateField,
    .receiptFieldMissing: .fieldMissing, .receiptTimeMalformed: .fieldMalformed,
    .receiptMetricMissing: .metricMissing, .receiptMetricMalformed: .fieldMalformed,
    .receiptContentMalformed: .payloadMalformed,
  ]

  static func faults(of subject: LabFault.Subject) -> Set<LabFault> {
    Set(LabFault.allCases.filter { $0.subjects.contains(subject) })
  }
}
