import AppAttest

extension Refusal {
  /// A key that showed its extensions once must keep showing them.
  static let extensionsNoLongerShown = proof(
    "extensions_no_longer_shown", .assertion, .refused, .stop,
    "The key has shown its extensions before and shows them no more.")

  /// The refusal behind a code that the database recorded or judged.
  static func known(_ code: String) -> Refusal { catalogue[code] ?? .internalFault }

  private static let catalogue: [String: Refusal] = {
    let proofs: [Refusal] = [
      .challengeUnknown, .challengeExpired, .challengeClaimed, .keyUnknown, .keyOfAnotherAccount, .keyRevoked,
      .keyExists, .environmentNotAccepted, .counterNotGreater, .extensionsNoLongerShown, .receipt(.missing),
      .unknownApp,
    ]
    let core = AttestationRefusal.allCases.map(Refusal.attestation)
    let receipts = ReceiptRefusal.allCases.map { Refusal.receipt(.refused(code: $0.code)) }
    return Dictionary((proofs + core + receipts).map { ($0.code, $0) }) { first, _ in first }
  }()
}
