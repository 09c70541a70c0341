import Foundation

/// What a device hands to its app after attesting a key.
public struct LabAttestation: Sendable {
  /// The attestation object.
  public let object: [UInt8]
  /// The client data hash that the app gave.
  public let clientDataHash: [UInt8]
  /// The key id that the app reports beside it.
  public let keyID: [UInt8]
  /// The credential certificate, DER.
  public let certificate: [UInt8]
  /// The receipt inside.
  public let receipt: [UInt8]
  let receiptContent: ReceiptContent
}
