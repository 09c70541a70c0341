import AppAttest
import AppleLab
import Cryptography
import Foundation

/// A lab and verifiers that trust it: they meet over bytes only.
struct Bench {
  static let instant = Date(timeIntervalSince1970: 1_790_000_000.46)
  static let appID = "1234567890.com.example.app"
  static let challenge = [UInt8]("a challenge of the service".utf8)
  static let hash = SHA256.hash(challenge)

  let authorities: LabAuthorities
  let anchors: TrustAnchors

  init() throws {
    authorities = try LabAuthorities.create(at: Self.instant)
    anchors = TrustAnchors(
      attestation: [try Certificate(der: authorities.attestationRoot.certificate.der)],
      receipt: [try Certificate(der: authorities.receiptRoot.certificate.der)])
  }

  func device(_ shape: LabShape, receipt: SignedMessageIssuer.Encoding? = nil) -> LabDevice {
    LabDevice(authorities: authorities, appID: Self.appID, shape: shape, receiptEncoding: receipt)
  }

  static func environment(of shape: LabShape) -> AttestationEnvironment {
    shape.traits.receiptEnvironment == "production" ? .production : .development
  }

  static func extensions(missing: ExtensionPolicy.Missing = .missingOK) -> ExtensionPolicy {
    ExtensionPolicy(
      categories: .accept(production: [4, 6], development: [3]), bundleVersions: .accept(["2701"]), missing: missing)
  }

  static func policy(for shape: LabShape, _ fault: LabFault? = nil) -> AttestationPolicy {
    let requires: Set<LabFault> = [.categoryMissing, .bundleVersionMissing, .extensionDowngrade]
    let isMac = shape == .macOS27
    let isMixed = fault == .accessControlMissing
    return AttestationPolicy(
      appIDs: [appID], environments: [environment(of: shape)],
      extensions: extensions(missing: fault.map(requires.contains) ?? false ? .require : .missingOK),
      platforms: PlatformPolicy(devices: !isMac || isMixed, mac: isMac))
  }

  func report(_ attestation: LabAttestation, shape: LabShape, fault: LabFault? = nil) -> AttestationReport {
    let expectation = AttestationVerifier.Expectation(
      keyID: attestation.keyID, clientDataHash: attestation.clientDataHash, policy: Self.policy(for: shape, fault))
    return AttestationVerifier(anchors: anchors).report(attestation.object, against: expectation, at: Self.instant)
  }

  func report(_ assertion: [UInt8], by key: LabKey, shape: LabShape, after counter: UInt32, hash: [UInt8]) throws
    -> AssertionReport
  {
    let record = SignedAssertion.KeyRecord(
      rpIDHash: SHA256.hash(Self.appID), counter: counter, environment: Self.environment(of: shape),
      mustShowExtensions: shape.traits.hasExtensionMap)
    let expectation = AssertionVerifier.Expectation(
      publicKey: try P256PublicKey(x963: key.privateKey.x963), key: record, signed: .hash(hash),
      policy: Self.extensions())
    return AssertionVerifier.report(assertion, against: expectation)
  }

  func report(
    receipt: [UInt8], of attestation: LabAttestation, key: LabKey, shape: LabShape, kind: ReceiptFields.Kind
  ) throws -> ReceiptReport {
    let expectation = ReceiptExpectation(
      appIDs: [Self.appID], publicKey: try P256PublicKey(x963: key.privateKey.x963), kind: kind,
      environment: Self.environment(of: shape), clientDataHash: attestation.clientDataHash, arrivedAt: Self.instant)
    return ReceiptVerifier(anchors: anchors).report(receipt, against: expectation, at: Self.instant)
  }
}
