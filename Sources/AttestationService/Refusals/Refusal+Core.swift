import AppAttest

/// What callers are told of the verification core's verdicts.
extension Refusal {
  /// A refused attestation: what the app can do depends on why.
  static func attestation(_ verdict: AttestationRefusal) -> Refusal {
    let next: NextStep =
      switch verdict {
      case .tooLarge, .notCBOR, .wrongFormat, .wrongShape, .keyIdentifierMismatch: .fixRequest
      case .nonceMismatch, .clientDataHashTooShort: .newKey
      case .certificateExpired, .certificateNotYetValid: .newKey
      case .relyingPartyMismatch, .wrongEnvironment, .platformNotAccepted, .categoryNotAccepted,
        .bundleVersionNotAccepted, .accessControlMismatch, .platformUnknown:
        .stop
      default: .newKey
      }
    return Refusal(
      verdict.code, stage: .attestation, category: .refused, next: next, title: "The attestation was refused.")
  }

  /// A refused assertion. Its challenge is spent, so that every way forward begins with a new one.
  static func assertion(_ verdict: AssertionRefusal) -> Refusal {
    switch verdict {
    case .counterNotGreater: .counterNotGreater
    case .signatureInvalid:
      Refusal(
        verdict.code, stage: .signature, category: .refused, next: .freshChallenge,
        title: "The signature is not the key's over these bytes.")
    case .relyingPartyMismatch, .categoryNotAccepted, .bundleVersionNotAccepted, .categoryMissing,
      .bundleVersionMissing:
      Refusal(verdict.code, stage: .assertion, category: .refused, next: .stop, title: "The assertion was refused.")
    case .challengeMissing, .challengeMismatch:
      Refusal(
        verdict.code, stage: .challenge, category: .refused, next: .freshChallenge,
        title: "The signed bytes do not hold this challenge.")
    default:
      Refusal(verdict.code, stage: .assertion, category: .refused, next: .fixRequest, title: "The assertion was refused.")
    }
  }
}

extension Refusal {
  /// A registration refused for its receipt, where the app's policy requires a good one.
  static func receipt(_ outcome: ReceiptOutcome) -> Refusal {
    Refusal(
      outcome.code ?? "receipt_missing", stage: .receipt, category: .refused, next: .newKey,
      title: "The app requires a good receipt.")
  }
}
