public import CBOR
public import Cryptography

/// An attestation that passed every step. Only `AttestationVerifier` makes one.
public struct VerifiedAttestation: Sendable {
  /// The key identifier: SHA-256 of the public key's point.
  public let keyID: [UInt8]
  /// The key that this device keeps.
  public let publicKey: P256PublicKey
  /// The credential certificate that holds the key, DER; field 3 of a receipt repeats it.
  public let certificate: [UInt8]
  /// The environment that the key belongs to, for good.
  public let environment: AttestationEnvironment
  /// The App ID that the attestation is for: one of the policy's.
  public let appID: String
  /// SHA-256 of that App ID: what each assertion of the key must carry.
  public let rpIDHash: [UInt8]
  /// Whether the key is a Mac's under full security.
  public let isMac: Bool
  /// The validation category; nil when not given.
  public let validationCategory: UInt32?
  /// The bundle version; nil when not given.
  public let bundleVersion: String?
  /// Whether the extension map was there: the key must keep showing it.
  public let showsExtensions: Bool
  /// Entries of the extension map that we do not know.
  public let unknownExtensions: [CBOREntry]
  /// The system's version as Apple signed it, undocumented; nil when not given.
  public let osVersion: String?
  /// The receipt that came along, not verified: it has its own verdict.
  public let receipt: [UInt8]
  /// The client data hash that the nonce covers: an `ATTEST` receipt repeats it.
  public let clientDataHash: [UInt8]
}
