import Cryptography
public import Foundation

/// The simulated Apple: a root and an intermediate for attestations, a root, an authority and a signer for receipts.
///
/// Each certificate has the algorithms and the extensions of its model at Apple, but its own name, so that nobody
/// takes it for Apple's.
public struct LabAuthorities: Sendable {
  /// Stands for "Apple App Attestation Root CA".
  public let attestationRoot: LabIdentity
  /// Stands for "Apple App Attestation CA 1".
  public let attestationAuthority: LabIdentity
  /// Stands for "Apple Root CA - G3".
  public let receiptRoot: LabIdentity
  /// Stands for "Apple Application Integration CA 5 - G1".
  public let receiptAuthority: LabIdentity
  /// Stands for "Application Attestation Fraud Receipt Signing".
  public let receiptSigner: LabIdentity

  /// New authorities, valid ten years before and after the instant, so that objects of older systems can be made too.
  public static func create(at instant: Date) throws -> LabAuthorities {
    let maker = AuthorityMaker(around: instant)
    let attestationRoot = try maker.root(named: "Assay Lab App Attestation Root CA")
    let receiptRoot = try maker.root(named: "Assay Lab Root CA - G3")
    let receiptAuthority = try maker.receiptAuthority(under: receiptRoot)
    return LabAuthorities(
      attestationRoot: attestationRoot,
      attestationAuthority: try maker.attestationAuthority(under: attestationRoot),
      receiptRoot: receiptRoot,
      receiptAuthority: receiptAuthority,
      receiptSigner: try maker.receiptSigner(under: receiptAuthority, hasMarker: true))
  }

  /// Issues receipts in the signer's name, with all three certificates inside.
  var receiptIssuer: SignedMessageIssuer {
    receiptIssuer(signer: receiptSigner)
  }

  func receiptIssuer(signer: LabIdentity) -> SignedMessageIssuer {
    SignedMessageIssuer(
      signer: signer.certificate, key: signer.key,
      certificates: [signer.certificate.der, receiptAuthority.certificate.der, receiptRoot.certificate.der])
  }
}
