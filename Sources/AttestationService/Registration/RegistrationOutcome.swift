/// The answer to an attestation that was accepted.
public struct RegistrationOutcome: Sendable {
  public let key: KeyState
  /// The same submission had been accepted before.
  public let isRepeat: Bool
}
