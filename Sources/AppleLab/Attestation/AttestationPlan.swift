import Cryptography
import Foundation

/// Everything an attestation object is made of; a fault changes it before it is signed and encoded.
struct AttestationPlan {
  var authorities: LabAuthorities
  var authenticatorData: AuthenticatorDataPlan
  var extensionMap: ExtensionMap?
  var leaf: LeafPlan
  /// Who signs the leaf.
  var leafIssuer: LabIdentity
  var clientDataHash: [UInt8]
  var instant: Date
  /// The key id that the app reports.
  var keyID: [UInt8]
}
