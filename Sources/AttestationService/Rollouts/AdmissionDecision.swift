import Foundation

/// The answer to "may I attest?".
public enum AdmissionDecision: Sendable, Equatable {
  /// Call Apple now, with this challenge; on `serverUnavailable` again later with the same key and the same hash.
  case attest(challenge: [UInt8], expiresAt: Date)
  /// Come back after this many seconds.
  case wait(seconds: Double)
  /// The installation's key stands.
  case registered
  /// Attestation is switched off for this app or this installation.
  case off
}
