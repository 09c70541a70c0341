import Cryptography
import FoundationEssentials

/// One function for each of Apple's steps. Each refuses for its own reasons only.
struct AttestationRules {
  let object: AttestationObject
  let expectation: AttestationVerifier.Expectation

  /// A leaf that leads to the root, with what was read from it.
  struct Leaf {
    let publicKey: P256PublicKey
    let extensions: LeafExtensions
  }

  /// Step 1: "Verify that the x5c array contains the intermediate and leaf certificates for App Attest."
  func leaf(
    anchors: TrustedCertificates, at instant: Date, cache: ChainCache?
  ) throws(AttestationRefusal) -> Leaf {
    let (leaf, intermediate) = try certificates(cache)
    try checkChain(leaf, intermediate, anchors: anchors, at: instant, cache: cache)
    guard !leaf.isCA else { throw .leafIsAuthority }
    // On leaves since early 2026; absent before. A TLS purpose check would refuse all of them.
    guard leaf.extendedKeyUsages?.contains("1.2.840.113635.100.4.24") ?? true else { throw .wrongKeyUsage }
    guard let key = try? leaf.p256PublicKey() else { throw .unsupportedKey }
    return Leaf(publicKey: key, extensions: LeafExtensions(leaf))
  }

  private func certificates(_ cache: ChainCache?) throws(AttestationRefusal) -> (Certificate, Certificate) {
    do {
      let intermediate = object.certificates[1]
      return (
        try AttestationRules.leaf(object.certificates[0]),
        try cache?.certificate(der: intermediate) ?? Certificate(der: intermediate)
      )
    } catch {
      throw .certificateMalformed
    }
  }

  /// Apple's leaves have keys on P-256; one that has not is refused for that, once its chain has been judged.
  private static func leaf(_ der: [UInt8]) throws(CertificateError) -> Certificate {
    let leaf = try Certificate(ofECKey: der)
    return (try? leaf.p256PublicKey()) == nil ? try Certificate(der: der) : leaf
  }

  private func checkChain(
    _ leaf: Certificate, _ intermediate: Certificate, anchors: TrustedCertificates, at instant: Date,
    cache: ChainCache?
  ) throws(AttestationRefusal) {
    let path: [Certificate]
    do {
      path = try CertificateChain.verify(leaf, untrusted: [intermediate], anchors: anchors, at: instant, cache: cache)
    } catch {
      throw error.isExpired ? .certificateExpired : error.isNotYetValid ? .certificateNotYetValid : .chainUntrusted
    }
    // Leaf, the intermediate that was sent, root: a path that does without the intermediate is not App Attest's.
    guard path.count == 3, path[1].sha256 == intermediate.sha256 else { throw .chainUntrusted }
  }

  /// Step 2: "Create clientDataHash" is the caller's; here it must be long enough to be one.
  func checkClientDataHash() throws(AttestationRefusal) {
    guard expectation.clientDataHash.count >= 16 else { throw .clientDataHashTooShort }
  }

  /// Steps 3 and 4: "Generate a new SHA256 hash of the composite item to create nonce. … Verify that the string
  /// equals nonce."
  func checkNonce(_ leaf: Leaf) throws(AttestationRefusal) {
    guard let nonce = leaf.extensions.nonce else { throw .nonceMissing }
    guard constantTimeEquals(nonce, object.nonce(clientDataHash: expectation.clientDataHash)) else {
      throw .nonceMismatch
    }
  }

  /// Step 4 on macOS: "obtain the value of the aclBlob … Verify that the string equals" the published one.
  ///
  /// Returns whether a Mac made the key.
  func checkAccessControl(_ leaf: Leaf) throws(AttestationRefusal) -> Bool {
    let platforms = expectation.policy.platforms
    if leaf.extensions.isMacFullSecurity {
      guard platforms.mac else { throw .platformNotAccepted }
      return true
    }
    // What Apple signed as a Mac is one, also when its protection is off and the blob hides it.
    guard platforms.mac else {
      if leaf.extensions.namesMac { throw .platformNotAccepted }
      return false
    }
    guard platforms.devices else { throw .accessControlMismatch }
    // "Unknown" is only what carries no platform: a name that is not known as another's may be a Mac's.
    let isUnnamed = leaf.extensions.platform == nil
    guard leaf.extensions.namesOtherPlatform || (isUnnamed && platforms.unknown == .accept) else {
      throw .platformUnknown
    }
    return false
  }

  /// Step 5: "Create the SHA256 hash of the public key in credCert …, and verify that it matches the key identifier."
  func checkKeyIdentifier(_ leaf: Leaf) throws(AttestationRefusal) {
    guard constantTimeEquals(SHA256.hash(leaf.publicKey.x963), expectation.keyID) else {
      throw .keyIdentifierMismatch
    }
  }

  /// Step 6: "Compute the SHA256 hash of your app's App ID, and verify that it's the same as the RP ID hash."
  func relyingParty(isMac: Bool) throws(AttestationRefusal) -> String {
    let policy = expectation.policy
    let accepted = isMac && !policy.platforms.macAppIDs.isEmpty ? policy.platforms.macAppIDs : policy.appIDs
    let match = accepted.first { SHA256.hash($0) == object.authenticatorData.rpIDHash }
    guard let match else { throw .relyingPartyMismatch }
    return match
  }

  /// Step 7: "Verify that the authenticator data's counter field equals 0."
  func checkCounter() throws(AttestationRefusal) {
    guard object.authenticatorData.counter == 0 else { throw .counterNotZero }
  }

  /// Step 8: "Verify that the authenticator data's aaguid field is either appattestdevelop … or appattest …"
  func environment() throws(AttestationRefusal) -> AttestationEnvironment {
    guard let environment = AttestationEnvironment(aaguid: object.credential.aaguid) else { throw .unknownEnvironment }
    guard expectation.policy.environments.contains(environment) else { throw .wrongEnvironment }
    return environment
  }

  /// Step 9: "Verify that the authenticator data's credentialId field is the same as the key identifier."
  func checkCredential(_ leaf: Leaf) throws(AttestationRefusal) {
    guard constantTimeEquals(object.credential.credentialID, expectation.keyID) else { throw .credentialMismatch }
    guard object.credential.publicKey == leaf.publicKey else { throw .credentialKeyMismatch }
  }

  /// Step 10: "Verify the apple_validation_category_01 value within the extensions."
  func checkCategory(in environment: AttestationEnvironment) throws(AttestationRefusal) {
    let category = object.authenticatorData.extensions?.validationCategory
    switch expectation.policy.extensions.judge(category: category, in: environment, mustShow: false) {
    case .accepted: return
    case .missing: throw .categoryMissing
    case .notAccepted: throw .categoryNotAccepted
    }
  }

  /// Step 11: "Verify the apple_bundle_version_01 value within the extensions."
  func checkBundleVersion() throws(AttestationRefusal) {
    let version = object.authenticatorData.extensions?.bundleVersion
    switch expectation.policy.extensions.judge(bundleVersion: version, mustShow: false) {
    case .accepted: return
    case .missing: throw .bundleVersionMissing
    case .notAccepted: throw .bundleVersionNotAccepted
    }
  }

  func verified(
    leaf: Leaf, environment: AttestationEnvironment, appID: String, isMac: Bool
  ) -> VerifiedAttestation {
    let extensions = object.authenticatorData.extensions
    return VerifiedAttestation(
      keyID: expectation.keyID, publicKey: leaf.publicKey, certificate: object.certificates[0],
      environment: environment, appID: appID, rpIDHash: object.authenticatorData.rpIDHash, isMac: isMac,
      validationCategory: extensions?.validationCategory,
      bundleVersion: extensions?.bundleVersion, showsExtensions: extensions != nil,
      unknownExtensions: extensions?.unknown ?? [], osVersion: leaf.extensions.osVersion, receipt: object.receipt,
      clientDataHash: expectation.clientDataHash)
  }
}
