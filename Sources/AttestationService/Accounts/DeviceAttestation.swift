/// An attestation as it came in for a new account.
public struct DeviceAttestation: Sendable, Equatable {
  /// 32 bytes.
  public let keyID: [UInt8]
  /// The challenge's text, exactly as it came: its UTF-8 bytes are what the device hashed.
  public let challenge: String
  /// The attestation object.
  public let object: [UInt8]

  /// Collects the parts.
  public init(keyID: [UInt8], challenge: String, object: [UInt8]) {
    self.keyID = keyID
    self.challenge = challenge
    self.object = object
  }
}
