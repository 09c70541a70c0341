public import Cryptography
public import Foundation

/// A simulated device with one app on it: what `DCAppAttestService` does, with Apple's part played by the lab.
public struct LabDevice: Sendable {
  /// The simulated Apple.
  public let authorities: LabAuthorities
  /// The app on it.
  public let app: LabApp
  /// How its receipts are encoded.
  public let receiptEncoding: SignedMessageIssuer.Encoding

  /// A device. Without an encoding, receipts are encoded as the shape has them.
  public init(
    authorities: LabAuthorities, appID: String, shape: LabShape, bundleVersion: String = "2701",
    receiptEncoding: SignedMessageIssuer.Encoding? = nil
  ) {
    self.authorities = authorities
    app = LabApp(appID: appID, shape: shape, bundleVersion: bundleVersion)
    self.receiptEncoding = receiptEncoding ?? shape.traits.receiptEncoding
  }

  /// A new key, not yet attested.
  public func generateKey() throws -> LabKey {
    try LabKey()
  }

  /// Attests a key at an instant. With a fault, the object is wrong in exactly that way.
  public func attest(
    _ key: LabKey, clientDataHash: [UInt8], at instant: Date, fault: LabFault? = nil
  ) throws -> LabAttestation {
    var plan = attestationPlan(for: key, clientDataHash: clientDataHash, at: instant)
    try fault?.prepare(&plan)
    plan.authenticatorData.tail = plan.extensionMap?.encoded ?? []
    fault?.alter(&plan.authenticatorData, map: plan.extensionMap)
    return try finish(plan, fault: fault)
  }

  /// Signs a client data hash with an attested key and raises its counter.
  public func generateAssertion(
    _ key: inout LabKey, clientDataHash: [UInt8], fault: LabFault? = nil
  ) throws -> [UInt8] {
    try app.generateAssertion(&key, clientDataHash: clientDataHash, fault: fault)
  }

  /// The receipt that Apple gives in exchange for an earlier one, with a risk metric.
  public func refreshedReceipt(
    of attestation: LabAttestation, riskMetric: Int, at instant: Date, fault: LabFault? = nil
  ) throws -> [UInt8] {
    let fields = attestation.receiptContent.refreshed(
      at: instant + (fault?.receiptDelay ?? 0), riskMetric: riskMetric)
    var plan = ReceiptPlan(
      fields: fields, signer: authorities.receiptSigner, instant: instant, encoding: receiptEncoding)
    try fault?.prepare(&plan, authorities: authorities)
    var receipt = try plan.sign(by: authorities)
    fault?.alter(receipt: &receipt)
    return receipt
  }
}
