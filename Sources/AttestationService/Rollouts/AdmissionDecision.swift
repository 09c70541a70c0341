import Foundation

/// The answer to "may I attest?".
public enum AdmissionDecision: Sendable, Equatable {
  /// Call Apple now, with this challenge; on `serverUnavailable` again later with the same key and the same hash. Whoever
  /// sends the answer asks the slot whether it is still met, and otherwise tells the installation to wait a moment.
  case attest(challenge: [UInt8], expiresAt: Date, slot: AdmissionSlot)
  /// Come back after this many seconds.
  case wait(seconds: Double)
  /// The installation's key stands.
  case registered
  /// Attestation is switched off for this app or this installation.
  case off
}
