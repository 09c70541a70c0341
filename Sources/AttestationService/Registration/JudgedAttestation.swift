import AppAttest

/// An attestation that was accepted, with its receipt's own verdict.
struct JudgedAttestation: Sendable {
  let attestation: VerifiedAttestation
  let receipt: ReceiptOutcome
  /// What an accepted receipt says; a refused one is not kept.
  let receiptFields: ReceiptFields?
  /// The anchors of the lab were needed, or a lab's privilege was used.
  let isLab: Bool
}
