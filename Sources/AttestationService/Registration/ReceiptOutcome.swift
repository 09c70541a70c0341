/// The verdict on a receipt, which is apart from its attestation's.
public enum ReceiptOutcome: Sendable, Equatable {
  case accepted
  case missing
  /// With the verifier's code.
  case refused(code: String)

  /// The contract's word.
  public var verdict: String {
    switch self {
    case .accepted: "accepted"
    case .missing: "missing"
    case .refused: "refused"
    }
  }

  /// Why it was refused.
  public var code: String? {
    if case .refused(let code) = self { code } else { nil }
  }

  init(verdict: String, code: String?) {
    switch (verdict, code) {
    case ("accepted", _): self = .accepted
    case ("missing", _): self = .missing
    default: self = .refused(code: code ?? "unknown")
    }
  }
}
