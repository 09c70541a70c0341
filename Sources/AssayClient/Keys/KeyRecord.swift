import Foundation

/// What the device keeps about an account's key.
///
/// A key is pending until the server has confirmed it. What is needed to go on after a crash or a timeout is kept with it:
/// the challenge, because Apple wants the same hash again after `serverUnavailable`; and the attestation object, because
/// a key that Apple has attested cannot be attested a second time.
public struct KeyRecord: Codable, Sendable, Equatable {
  /// How far the registration has come.
  public enum State: Codable, Sendable, Equatable {
    /// The key exists on the device.
    case generated
    /// The key is to be attested over this challenge.
    case challenged(AttestationChallenge)
    /// Apple has attested the key; the server has not yet confirmed.
    case attested(AttestationChallenge, object: Data, submissionID: String)
    /// The server has confirmed the key. The credential is what the device API gave for it, if that was used.
    case registered(credential: String?)
    /// The server refused the key for good. No new key is made until the app asks for one.
    case refused(code: String)
  }

  /// The key's identifier, base64 text of 32 bytes.
  public let keyID: String
  /// How far the registration has come.
  public var state: State
  /// How often in a row this registration had to be put off; the own back-off grows with it.
  public var postponements: Int

  /// A record of a key.
  public init(keyID: String, state: State = .generated, postponements: Int = 0) {
    self.keyID = keyID
    self.state = state
    self.postponements = postponements
  }
}
