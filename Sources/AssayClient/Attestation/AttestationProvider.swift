import Foundation

/// What makes keys, attestations and assertions: Apple's App Attest service on a device, or a simulated one.
///
/// The four members are those of `DCAppAttestService`. Errors are thrown as they come; ``DeviceCheckFault`` tells
/// Apple's apart from all others.
public protocol AttestationProvider: Sendable {
  /// Whether this app on this device can attest at all.
  var isSupported: Bool { get async }

  /// Makes a key and answers its identifier, base64 text of 32 bytes.
  func generateKey() async throws -> String

  /// Has Apple attest the key over the hash, and answers the attestation object.
  func attestKey(_ keyID: String, clientDataHash: Data) async throws -> Data

  /// Signs the hash with the key on the device, and answers the assertion object.
  func generateAssertion(_ keyID: String, clientDataHash: Data) async throws -> Data
}
