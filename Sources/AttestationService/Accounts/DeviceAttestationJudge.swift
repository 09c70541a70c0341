import AppAttest
import Cryptography
import Foundation

/// Judges attestations for accounts as the device API's contract has it: the text of the challenge is hashed, one
/// environment is accepted, and the categories 1 to 6 are, where the device shows one.
struct DeviceAttestationJudge: Sendable {
  static let acceptedCategories: Set<UInt32> = [1, 2, 3, 4, 5, 6]

  private struct Bench: Sendable {
    let attestations: AttestationVerifier
    let receipts: ReceiptVerifier

    init(_ anchors: TrustAnchors) {
      let cache = ChainCache()
      attestations = AttestationVerifier(anchors: anchors, cache: cache)
      receipts = ReceiptVerifier(anchors: anchors, cache: cache)
    }
  }

  private let apple = Bench(.apple)
  private let lab: Bench?

  /// A judge with Apple's anchors, and the lab's only where the switch was thrown.
  init(lab: LabSwitch?) {
    self.lab = lab.map { Bench($0.anchors) }
  }

  /// The verdict as of an instant. Lab anchors are tried only for what Apple's root did not issue.
  func judge(
    _ sent: DeviceAttestation, _ rule: DeviceSettings.Attestation, app: AppRecord, at instant: Date
  ) -> Result<JudgedAttestation, AttestationRefusal> {
    let expectation = AttestationVerifier.Expectation(
      keyID: sent.keyID, clientDataHash: SHA256.hash(sent.challenge), policy: policy(rule, app))
    let verdict = judge(sent.object, expectation, by: apple, at: instant, isLab: false)
    guard let lab, case .failure(.chainUntrusted) = verdict else { return verdict }
    return judge(sent.object, expectation, by: lab, at: instant, isLab: true)
  }

  private func policy(_ rule: DeviceSettings.Attestation, _ app: AppRecord) -> AttestationPolicy {
    var policy = app.attestationPolicy
    policy.appIDs = rule.appIDs
    policy.environments = [rule.environment.core]
    policy.extensions = ExtensionPolicy(
      categories: .accept(production: Self.acceptedCategories, development: Self.acceptedCategories))
    return policy
  }

  private func judge(
    _ object: [UInt8], _ expectation: AttestationVerifier.Expectation, by bench: Bench, at instant: Date, isLab: Bool
  ) -> Result<JudgedAttestation, AttestationRefusal> {
    do throws(AttestationRefusal) {
      let attestation = try bench.attestations.verify(object, against: expectation, at: instant)
      let (outcome, fields) = receipt(of: attestation, by: bench, at: instant)
      return .success(
        JudgedAttestation(attestation: attestation, receipt: outcome, receiptFields: fields, isLab: isLab))
    } catch {
      return .failure(error)
    }
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
}
