import Cryptography
import Foundation

extension LabDevice {
  func attestationPlan(for key: LabKey, clientDataHash: [UInt8], at instant: Date) -> AttestationPlan {
    let traits = app.shape.traits
    var plan = AttestationPlan(
      authorities: authorities, authenticatorData: app.authenticatorData(counter: 0),
      extensionMap: app.extensionMap, leaf: leaf(for: key, traits, at: instant),
      leafIssuer: authorities.attestationAuthority, clientDataHash: clientDataHash,
      instant: instant, keyID: key.keyID)
    plan.authenticatorData.credential = AuthenticatorDataPlan.Credential(
      aaguid: traits.aaguid.bytes, identifier: key.keyID, key: COSEKey(x963: key.privateKey.x963))
    return plan
  }

  /// Issues the leaf over the nonce, adds the receipt and encodes the object.
  func finish(_ plan: AttestationPlan, fault: LabFault?) throws -> LabAttestation {
    var plan = plan
    let data = plan.authenticatorData.encoded
    plan.leaf.nonceExtension = LeafExtension.nonceValue(SHA256.hash(data, plan.clientDataHash))
    try fault?.prepare(&plan.leaf)
    let certificate = try plan.leaf.issue(by: plan.leafIssuer)
    let content = receiptContent(certificate: certificate, clientHash: plan.clientDataHash)
    let receipt = try receipt(content, at: plan.instant, fault: fault)
    var parts = AttestationParts(
      certificates: [certificate, plan.authorities.attestationAuthority.certificate.der], receipt: receipt,
      authenticatorData: data)
    fault?.finish(&parts, plan)
    var object = parts.encoded
    fault?.alter(&object, parts)
    return LabAttestation(
      object: object, clientDataHash: plan.clientDataHash, keyID: plan.keyID, certificate: certificate,
      receipt: receipt, receiptContent: content)
  }

  private func receipt(_ content: ReceiptContent, at instant: Date, fault: LabFault?) throws -> [UInt8] {
    let fields = content.attest(at: instant + (fault?.receiptDelay ?? 0))
    var plan = ReceiptPlan(
      fields: fields, signer: authorities.receiptSigner, instant: instant, encoding: receiptEncoding)
    try fault?.prepare(&plan, authorities: authorities)
    var receipt = try plan.sign(by: authorities)
    fault?.alter(receipt: &receipt)
    return receipt
  }

  private func receiptContent(certificate: [UInt8], clientHash: [UInt8]) -> ReceiptContent {
    // 64 bytes whose meaning only Apple knows.
    let token = Base64.encode(SecureRandom.bytes(64))
    return ReceiptContent(
      appID: app.appID, certificate: certificate, clientHash: clientHash, token: token,
      environment: app.shape.traits.receiptEnvironment)
  }

  private func leaf(for key: LabKey, _ traits: ShapeTraits, at instant: Date) -> LeafPlan {
    LeafPlan(
      subjectPublicKeyInfo: key.privateKey.subjectPublicKeyInfo, keyID: key.keyID, appID: app.appID,
      system: traits.system, accessControl: traits.accessControl,
      purposes: traits.hasExtendedKeyUsage ? [LeafExtension.purpose] : [],
      notBefore: instant - ShapeTraits.day, notAfter: instant + traits.leafLifetime)
  }
}
