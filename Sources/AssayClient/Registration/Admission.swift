/// The question an app asks before it attests.
public struct AdmissionQuestion: Sendable, Equatable {
  /// Whether the device can attest. A rise of devices that cannot is a signal to the server.
  public let isSupported: Bool
  /// What went wrong last, so that the server learns of throttling, which Apple shows only to the app: the name of a
  /// ``DeviceCheckFault``, or `key_lost` when the server holds a key that this device no longer has.
  public let lastError: String?

  /// A question.
  public init(isSupported: Bool, lastError: String?) {
    self.isSupported = isSupported
    self.lastError = lastError
  }
}

/// The server's answer to it.
public enum AdmissionDecision: Sendable, Equatable {
  /// Attest now, over this challenge.
  case attest(AttestationChallenge)
  /// Come back in so many seconds.
  case wait(seconds: Double)
  /// The server holds a key of this installation.
  case registered
  /// Attestation is switched off for this app.
  case off
}
