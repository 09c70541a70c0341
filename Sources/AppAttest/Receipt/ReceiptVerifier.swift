public import Cryptography
public import FoundationEssentials

/// Verifies receipts against given anchors. Holds nothing but settings and a cache; may be shared by threads.
public struct ReceiptVerifier: Sendable {
  /// How far a receipt's creation may be from its arrival (Apple's step 5), in seconds.
  public static let freshness: TimeInterval = 300
  /// The extension on the certificate that signs fraud receipts; observed from 2020 to 2026, not documented.
  public static let appleMarker = "1.2.840.113635.100.12.15"
  /// The most bytes of a receipt: real ones have about 4 KB.
  public static let sizeLimit = 64 * 1024

  let anchors: TrustedCertificates
  let cache: ChainCache?
  let marker: String?

  /// A verifier for these anchors. The signer must carry the marker extension; nil asks for none.
  public init(
    anchors: TrustAnchors = .apple, cache: ChainCache? = ChainCache(), marker: String? = ReceiptVerifier.appleMarker
  ) {
    (self.anchors, self.cache, self.marker) = (anchors.receipt, cache, marker)
  }

  /// Verifies a receipt, its signer's certificates as of an instant: for an archived one its creation.
  public func verify(
    _ bytes: [UInt8], against expectation: ReceiptExpectation, at instant: Date
  ) throws(ReceiptRefusal) -> VerifiedReceipt {
    try report(bytes, against: expectation, at: instant).result.get()
  }

  /// Verifies a receipt and tells what became of each step.
  public func report(
    _ bytes: [UInt8], against expectation: ReceiptExpectation, at instant: Date
  ) -> ReceiptReport {
    var steps = StepRecorder<ReceiptStep>()
    do {
      let fields = try check(bytes, expectation, instant, &steps)
      return ReceiptReport(steps: steps, result: .success(VerifiedReceipt(fields: fields, bytes: bytes)))
    } catch {
      return ReceiptReport(steps: steps, result: .failure(error))
    }
  }

  private func check(
    _ bytes: [UInt8], _ expectation: ReceiptExpectation, _ instant: Date, _ steps: inout StepRecorder<ReceiptStep>
  ) throws(ReceiptRefusal) -> ReceiptFields {
    typealias Refusal = ReceiptRefusal
    let message = try steps.run(.format) { () throws(Refusal) in try parse(bytes) }
    let signed = try steps.run(.signature) { () throws(Refusal) in try checkSignature(message) }
    let content = try steps.run(.certificateChain) { () throws(Refusal) in try checkChain(signed, at: instant) }
    let fields = try steps.run(.payload) { () throws(Refusal) in
      try ReceiptFields(ReceiptPayload(parsing: content), knowing: expectation.attested)
    }
    let rules = ReceiptRules(fields: fields, expectation: expectation)
    try steps.run(.appID) { () throws(Refusal) in try rules.checkAppID() }
    try steps.run(.creationTime) { () throws(Refusal) in try rules.checkCreationTime() }
    try steps.run(.publicKey) { () throws(Refusal) in try rules.checkPublicKey() }
    try steps.run(.type) { () throws(Refusal) in try rules.checkType() }
    try steps.run(.environment) { () throws(Refusal) in try rules.checkEnvironment() }
    try steps.run(.clientDataHash) { () throws(Refusal) in try rules.checkClientDataHash() }
    try steps.run(.riskMetric) { () throws(Refusal) in try rules.checkRiskMetric() }
    return fields
  }
}

/// A receipt that passed every step. Only `ReceiptVerifier` makes one.
public struct VerifiedReceipt: Sendable {
  /// What the receipt says.
  public let fields: ReceiptFields
  /// The receipt as received: what must be stored, and sent to Apple for a newer one.
  public let bytes: [UInt8]
}

/// What became of a receipt, step by step, for people.
public struct ReceiptReport: Sendable {
  /// The steps in order.
  public let steps: [VerificationStep]
  /// The step that failed; nil when accepted.
  public let failedStep: String?
  /// The verdict.
  public let result: Result<VerifiedReceipt, ReceiptRefusal>

  init(steps: StepRecorder<ReceiptStep>, result: Result<VerifiedReceipt, ReceiptRefusal>) {
    (self.steps, failedStep, self.result) = (steps.steps, steps.failedStep, result)
  }
}
