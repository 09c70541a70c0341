public import Cryptography
public import FoundationEssentials

/// What a receipt is held against. What is nil is shown and not judged.
public struct ReceiptExpectation: Sendable {
  /// The accepted App IDs.
  public var appIDs: [String]
  /// The attested key.
  public var publicKey: P256PublicKey?
  /// The attested certificate, DER, of a verified attestation: a receipt that repeats it (field 3) need not have it
  /// parsed once more. Nobody else can set it, because its key must be `publicKey`.
  public private(set) var certificate: [UInt8]?
  /// The expected type: `ATTEST` at registration, `RECEIPT` from Apple's endpoint.
  public var kind: ReceiptFields.Kind?
  /// The environment of the key.
  public var environment: AttestationEnvironment?
  /// The client data hash of the attestation that the receipt came with.
  public var clientDataHash: [UInt8]?
  /// When the receipt arrived at the edge, not when somebody got to look at it: field 12 must be within
  /// `ReceiptVerifier.freshness` of it, before or after. Real receipts are up to seconds in the future.
  public var arrivedAt: Date?

  /// Takes what a receipt is held against.
  public init(
    appIDs: [String], publicKey: P256PublicKey? = nil, kind: ReceiptFields.Kind? = nil,
    environment: AttestationEnvironment? = nil, clientDataHash: [UInt8]? = nil, arrivedAt: Date? = nil
  ) {
    (self.appIDs, self.publicKey, self.kind) = (appIDs, publicKey, kind)
    (self.environment, self.clientDataHash, self.arrivedAt) = (environment, clientDataHash, arrivedAt)
  }

  /// What the receipt inside a verified attestation is held against.
  public init(of attestation: VerifiedAttestation, arrivedAt: Date) {
    self.init(
      appIDs: [attestation.appID], publicKey: attestation.publicKey, kind: .attest,
      environment: attestation.environment, clientDataHash: attestation.clientDataHash, arrivedAt: arrivedAt)
    certificate = attestation.certificate
  }

  /// The certificate with its key, where both are at hand.
  var attested: (certificate: [UInt8], key: P256PublicKey)? {
    guard let certificate, let publicKey else { return nil }
    return (certificate, publicKey)
  }
}
