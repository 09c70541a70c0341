import Cryptography

extension LabFault {
  /// Changes what an assertion is to say, before it is signed.
  func prepare(_ plan: inout AssertionPlan) throws {
    prepareMap(&plan.extensionMap)
    switch self {
    case .appIDWrong: plan.authenticatorData.rpIDHash = SHA256.hash("9876543210.com.example.other")
    case .clientDataHashShort: plan.clientDataHash = Array(plan.clientDataHash.prefix(8))
    case .counterNotGreater: plan.authenticatorData.counter -= 1
    case .counterLower: plan.authenticatorData.counter = plan.authenticatorData.counter > 2 ? 1 : 0
    case .signatureWrong: plan.clientDataHash = SecureRandom.bytes(32)
    case .signatureOtherKey: plan.key = try P256PrivateKey()
    default: break
    }
  }

  /// Changes the parts of a finished assertion.
  func finish(_ parts: inout AssertionParts, _ plan: AssertionPlan) throws {
    switch self {
    case .signatureOverDigest:
      // SHA-256 of this message is the nonce, so the nonce itself becomes the digest that is signed.
      parts.signature = try plan.key.signature(for: parts.authenticatorData + plan.clientDataHash)
    case .signatureMalformed: parts.signature = [UInt8](repeating: 0x30, count: 70)
    default: break
    }
  }
}
