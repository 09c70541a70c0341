/// How an app forms the client data hash of an attestation from its challenge.
public enum ClientDataHashRule: String, Codable, Sendable, CaseIterable {
  /// SHA-256 of the challenge's bytes, which the app got by decoding the base64 text.
  case sha256OfChallengeBytes = "sha256_of_challenge_bytes"
  /// SHA-256 of the base64 text itself, as it was sent.
  case sha256OfChallengeText = "sha256_of_challenge_text"
  /// The challenge's bytes, not hashed (as in Apple's published sample).
  case challengeBytes = "challenge_bytes"
}
