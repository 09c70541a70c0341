import AppAttest
import Cryptography
import Foundation

/// Judges attestations and the receipts in them. Synchronous, about three milliseconds.
public struct AttestationJudge: Sendable {
  /// The verifiers of one set of anchors.
  private struct Bench: Sendable {
    let attestations: AttestationVerifier
    let receipts: ReceiptVerifier

    init(_ anchors: TrustAnchors) {
      let cache = ChainCache()
      attestations = AttestationVerifier(anchors: anchors, cache: cache)
      receipts = ReceiptVerifier(anchors: anchors, cache: cache)
    }
  }

  private let apple: Bench
  private let lab: Bench?

  /// A judge with Apple's anchors, and the lab's only where the switch was thrown.
  public init(lab: LabSwitch?) {
    apple = Bench(.apple)
    self.lab = lab.map { Bench($0.anchors) }
  }

  func judge(_ submission: AttestationSubmission) -> Result<JudgedAttestation, Refusal> {
    let pinned = lab == nil ? nil : submission.app.policy.lab?.instant
    let verdict = judge(submission, by: apple, at: pinned ?? submission.receivedAt, isLab: pinned != nil)
    guard let lab, case .failure(let refusal) = verdict,
      refusal.code == AttestationRefusal.chainUntrusted.code
    else { return verdict }
    return judge(submission, by: lab, at: pinned ?? submission.receivedAt, isLab: true)
  }

  private func judge(
    _ submission: AttestationSubmission, by bench: Bench, at instant: Date, isLab: Bool
  ) -> Result<JudgedAttestation, Refusal> {
    do throws(AttestationRefusal) {
      let expectation = AttestationVerifier.Expectation(
        keyID: submission.keyID, clientDataHash: clientDataHash(submission), policy: submission.app.attestationPolicy)
      let attestation = try bench.attestations.verify(submission.attestation, against: expectation, at: instant)
      guard submission.app.acceptsBundleVersion(attestation.bundleVersion) else { throw .bundleVersionNotAccepted }
      return judgeReceipt(of: attestation, submission.app.policy.receipt, by: bench, at: instant, isLab: isLab)
    } catch {
      return .failure(.attestation(error))
    }
  }

  private func judgeReceipt(
    of attestation: VerifiedAttestation, _ rule: ReceiptRule, by bench: Bench, at instant: Date, isLab: Bool
  ) -> Result<JudgedAttestation, Refusal> {
    let (outcome, fields) = receipt(of: attestation, by: bench, at: instant)
    if rule == .require, outcome != .accepted { return .failure(.receipt(outcome)) }
    return .success(
      JudgedAttestation(attestation: attestation, receipt: outcome, receiptFields: fields, isLab: isLab))
  }

  private func receipt(
    of attestation: VerifiedAttestation, by bench: Bench, at instant: Date
  ) -> (ReceiptOutcome, ReceiptFields?) {
    guard !attestation.receipt.isEmpty else { return (.missing, nil) }
    do throws(ReceiptRefusal) {
      let expectation = ReceiptExpectation(of: attestation, arrivedAt: instant)
      return (.accepted, try bench.receipts.verify(attestation.receipt, against: expectation, at: instant).fields)
    } catch {
      return (.refused(code: error.code), nil)
    }
  }

  private func clientDataHash(_ submission: AttestationSubmission) -> [UInt8] {
    switch submission.app.policy.clientDataHash {
    case .challengeBytes: submission.challenge
    case .sha256OfChallengeBytes: SHA256.hash(submission.challenge)
    case .sha256OfChallengeText: SHA256.hash(Base64.encode(submission.challenge))
    }
  }
}
