import Cryptography

/// Where the challenge stands inside client data, and how it is written there (an assertion's step 6).
///
/// A challenge that is only beside the signed bytes proves nothing, so it is looked for inside them.
public struct ChallengeRule: Sendable {
  /// How a challenge is written.
  public enum Encoding: String, Sendable, Codable {
    /// As Base64 in either alphabet: compared as decoded bytes.
    case base64
    /// As text: compared as UTF-8.
    case text
  }

  /// The challenge as issued: bytes, or the UTF-8 of a text.
  public var challenge: [UInt8]
  /// The place: a JSON pointer (RFC 6901).
  public var pointer: String
  /// How it is written there.
  public var encoding: Encoding

  /// A rule; unless said otherwise the challenge is Base64 in the member `challenge`.
  public init(challenge: [UInt8], pointer: String = "/challenge", encoding: Encoding = .base64) {
    (self.challenge, self.pointer, self.encoding) = (challenge, pointer, encoding)
  }

  /// Finds the challenge in client data: JSON, whose string at the pointer is the challenge.
  public func check(_ clientData: [UInt8]) throws(AssertionRefusal) {
    let found: String?
    do { found = try JSONPointer(pointer).string(in: clientData) } catch { throw .clientDataMalformed }
    guard let found else { throw .challengeMissing }
    let bytes = encoding == .text ? [UInt8](found.utf8) : Base64.decode(found)
    guard let bytes, constantTimeEquals(bytes, challenge) else { throw .challengeMismatch }
  }
}
