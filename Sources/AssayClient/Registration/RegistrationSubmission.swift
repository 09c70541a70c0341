import Foundation

/// What is sent to the server to register a key. A repeat of it is the same in every byte.
public struct RegistrationSubmission: Sendable, Equatable {
  /// The key's identifier, as the attestation service gave it.
  public let keyID: String
  /// The challenge that the key was attested over.
  public let challenge: AttestationChallenge
  /// The attestation object.
  public let object: Data
  /// The name of this submission: with it a repeat is known as one, and gets the first answer.
  public let submissionID: String

  /// A submission.
  public init(keyID: String, challenge: AttestationChallenge, object: Data, submissionID: String) {
    self.keyID = keyID
    self.challenge = challenge
    self.object = object
    self.submissionID = submissionID
  }
}

/// What the server says of a submission.
public enum RegistrationAnswer: Sendable, Equatable {
  /// The key stands. The credential is the device API's account token, where that is used.
  case registered(credential: String?)
  /// The server has never seen the submission.
  case unknown
  /// The server refuses it, or cannot judge it now.
  case refused(ServerRefusal)
}
