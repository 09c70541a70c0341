import Cryptography

/// The challenge as the caller gave it, and what the common mistakes would have made of it.
struct GivenChallenge: Sendable {
  private enum Form {
    case text(String), bytes([UInt8]), hash([UInt8])
  }

  /// A client data hash that an app would have made by a mistake, or by another contract.
  struct Candidate {
    let hash: [UInt8]
    let meaning: String
  }

  private let form: Form

  init(_ arguments: ParsedArguments) throws(UsageError) {
    switch try arguments.oneOf(["--challenge-text", "--challenge", "--client-data-hash"]) {
    case "--challenge-text": form = .text(try arguments.required("--challenge-text"))
    case "--challenge": form = .bytes(try arguments.bytes(base64: "--challenge") ?? [])
    default: form = .hash(try arguments.bytes(hex: "--client-data-hash", atLeast: 16) ?? [])
    }
  }

  /// The client data hash that the options stand for.
  var clientDataHash: [UInt8] {
    switch form {
    case .text(let text): SHA256.hash(text)
    case .bytes(let bytes): SHA256.hash(bytes)
    case .hash(let hash): hash
    }
  }

  /// What else the app may have passed, most common first.
  var candidates: [Candidate] {
    switch form {
    case .text(let text): GivenChallenge.candidates(text: text)
    case .bytes(let bytes): GivenChallenge.candidates(bytes: bytes)
    case .hash(let hash):
      [Candidate(hash: SHA256.hash(hash), meaning: "the SHA-256 of the given hash: something was hashed twice")]
    }
  }

  private static func candidates(text: String) -> [Candidate] {
    let raw = [UInt8](text.utf8)
    var list = [
      Candidate(hash: raw, meaning: "the raw challenge: the app passed the challenge itself, without SHA-256"),
      Candidate(hash: SHA256.hash(Base64.encode(raw)), meaning: "the SHA-256 of the challenge's Base64 text"),
      Candidate(hash: SHA256.hash(SHA256.hash(raw)), meaning: "the SHA-256 applied twice"),
      Candidate(
        hash: SHA256.hash(Hex.encode(SHA256.hash(raw))), meaning: "the SHA-256 of the hash as hexadecimal text"),
    ]
    if let decoded = Base64.decode(text) {
      list += [
        Candidate(
          hash: SHA256.hash(decoded), meaning: "the SHA-256 of the decoded bytes: the text is Base64, use --challenge"),
        Candidate(hash: decoded, meaning: "the decoded bytes themselves, without SHA-256"),
      ]
    }
    return list
  }

  private static func candidates(bytes: [UInt8]) -> [Candidate] {
    let (standard, url) = (Base64.encode(bytes), Base64.encodeURL(bytes))
    return [
      Candidate(hash: bytes, meaning: "the raw challenge: the app passed the challenge itself, without SHA-256"),
      Candidate(
        hash: SHA256.hash(standard),
        meaning: "the SHA-256 of the Base64 text instead of the decoded bytes: use --challenge-text"),
      Candidate(
        hash: SHA256.hash(url),
        meaning: "the SHA-256 of the base64url text instead of the decoded bytes: use --challenge-text"),
      Candidate(hash: [UInt8](standard.utf8), meaning: "the Base64 text itself, without SHA-256"),
      Candidate(hash: SHA256.hash(SHA256.hash(bytes)), meaning: "the SHA-256 applied twice"),
      Candidate(hash: SHA256.hash(Hex.encode(bytes)), meaning: "the SHA-256 of the challenge as hexadecimal text"),
    ]
  }
}
