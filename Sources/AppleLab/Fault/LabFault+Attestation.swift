import Cryptography
import Foundation

extension LabFault {
  /// Changes what an attestation is to say, before anything is signed.
  func prepare(_ plan: inout AttestationPlan) throws {
    try prepareChain(&plan)
    prepareMap(&plan.extensionMap)
    switch self {
    case .clientDataHashShort: plan.clientDataHash = Array(plan.clientDataHash.prefix(8))
    case .keyIDWrong: plan.keyID = SecureRandom.bytes(32)
    case .attestedDataFlagClear: plan.authenticatorData.flags &= ~0x40
    case .appIDWrong: plan.authenticatorData.rpIDHash = SHA256.hash("9876543210.com.example.other")
    case .counterNotZero: plan.authenticatorData.counter = 1
    default: try prepareCredential(&plan.authenticatorData.credential)
    }
  }

  /// Changes what the leaf is to say; its nonce is already known.
  func prepare(_ leaf: inout LeafPlan) throws {
    switch self {
    case .leafExpired: leaf.notAfter = leaf.notBefore + ShapeTraits.day / 2
    case .leafNotYetValid: leaf.notBefore += 1.5 * ShapeTraits.day
    case .leafWrongPurpose: leaf.purposes = ["1.3.6.1.5.5.7.3.1"]
    case .leafIsAuthority: leaf.isAuthority = true
    case .leafOtherCurve: leaf.subjectPublicKeyInfo = try P384PrivateKey().subjectPublicKeyInfo
    case .nonceWrong: leaf.nonceExtension = LeafExtension.nonceValue(SecureRandom.bytes(32))
    case .nonceMissing: leaf.nonceExtension = nil
    case .nonceMalformed: leaf.nonceExtension?.append(0)
    case .accessControlWrong: leaf.accessControl = .macUnprotected
    case .accessControlMissing: leaf.accessControl = nil
    case .accessControlOfMac: leaf.accessControl = .mac
    default: break
    }
  }

  /// Changes the parts of a finished attestation.
  func finish(_ parts: inout AttestationParts, _ plan: AttestationPlan) {
    switch self {
    case .formatUnknown: parts.format = "packed"
    case .chainOneCertificate: parts.certificates.removeLast()
    case .chainThreeCertificates: parts.certificates.append(plan.authorities.attestationRoot.certificate.der)
    case .leafUnreadable: parts.certificates[0] = [0x30, 0x03, 0x02, 0x01, 0x00]
    default: break
    }
  }

  private func prepareChain(_ plan: inout AttestationPlan) throws {
    guard self == .chainWrongRoot || self == .chainForeignIntermediate else { return }
    let foreign = try LabAuthorities.create(at: plan.instant)
    plan.leafIssuer = foreign.attestationAuthority
    if self == .chainWrongRoot { plan.authorities = foreign }
  }

  private func prepareCredential(_ credential: inout AuthenticatorDataPlan.Credential?) throws {
    switch self {
    case .aaguidUnknown: credential?.aaguid = [UInt8](repeating: 0x11, count: 16)
    case .aaguidPrefixOnly: credential?.aaguid = [UInt8]("appattest".utf8) + [UInt8](repeating: 0xFF, count: 7)
    case .aaguidOtherEnvironment:
      let aaguid = credential?.aaguid
      credential?.aaguid = Self.otherEnvironment(than: aaguid)
    case .credentialIDWrong: credential?.identifier = SecureRandom.bytes(32)
    case .credentialIDLengthWrong: credential?.identifier = SecureRandom.bytes(16)
    case .coseKeyDiffers: credential?.key = COSEKey(x963: try P256PrivateKey().x963)
    case .coseKeyCompressed: credential?.key.y = nil
    case .coseKeyOtherCurve:
      credential?.key = COSEKey(x963: try P384PrivateKey().x963)
      credential?.key.curve = 2
      credential?.key.algorithm = -35
    default: break
    }
  }

  private static func otherEnvironment(than aaguid: [UInt8]?) -> [UInt8] {
    let production = LabAAGUID.production.bytes
    return aaguid == production ? LabAAGUID.development.bytes : production
  }
}
