import Foundation

/// A challenge to attest a key over.
public struct AttestationChallenge: Codable, Sendable, Equatable {
  /// Which bytes of the challenge are hashed; the app's policy on the server says the same.
  public enum Form: String, Codable, Sendable {
    /// The bytes that the base64 text stands for (the policy `sha256_of_challenge_bytes`).
    case base64Bytes
    /// The UTF-8 bytes of the text (the policy `sha256_of_challenge_text`, and the device API).
    case text
  }

  /// The challenge, as the server sent it and as it goes back.
  public let text: String
  /// Which bytes of it are hashed.
  public let form: Form
  /// When the server forgets it, by this device's clock.
  public let expiresAt: Date

  /// A challenge of the server.
  public init(text: String, form: Form, expiresAt: Date) {
    self.text = text
    self.form = form
    self.expiresAt = expiresAt
  }

  /// The bytes to hash; nil when the text should be base64 and is not.
  public var clientData: Data? {
    switch form {
    case .text: Data(text.utf8)
    case .base64Bytes: Base64Text.decode(text)
    }
  }
}
