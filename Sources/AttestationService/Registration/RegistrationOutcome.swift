/// The answer to an attestation that was accepted.
public struct RegistrationOutcome: Sendable {
  /// The registered key.
  public let key: KeyState
  /// The same submission had been accepted before.
  public let isRepeat: Bool
}
