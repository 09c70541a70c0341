import Cryptography
import Glibc

/// The messages of the service API that the load consists of.
///
/// They are written by hand, since the generator shares the processor with what it measures.
enum ServiceMessages {
  /// What a signed request is about.
  static let operation = "load"
  static let method = "POST"
  static let path = "/v1/orders?source=load"
  private static let bodyHash = Base64.encode(SHA256.hash("{\"amount\":1}"))

  static func accountID(ofKey index: Int) -> String { "load-\(index)" }

  static func challenge(account: String, purpose: String, lifetimeSeconds: Int?) -> [UInt8] {
    let operation = purpose == "assertion" ? ",\"operation\":\"\(operation)\"" : ""
    let lifetime = lifetimeSeconds.map { ",\"ttl_seconds\":\($0)" } ?? ""
    return [UInt8]("{\"account_id\":\"\(account)\"\(operation),\"purpose\":\"\(purpose)\"\(lifetime)}".utf8)
  }

  /// The bytes that an app signs: request binding, version 1.
  static func signedBytes(challenge: String) -> [UInt8] {
    joined(["{\"bodyHash\":\"", bodyHash, "\",\"challenge\":\"", challenge, signedEnd])
  }

  static func assertion(account: String, keyID: String, challenge: String, assertion: [UInt8]) -> [UInt8] {
    joined([
      "{\"account_id\":\"", account, "\",\"assertion\":\"", Base64.encode(assertion), "\",\"challenge\":\"", challenge,
      "\",\"key_id\":\"", keyID, assertionEnd,
    ])
  }

  static func attestation(account: String, keyID: String, challenge: String, object: [UInt8]) -> [UInt8] {
    joined([
      "{\"account_id\":\"", account, "\",\"attestation\":\"", Base64.encode(object), "\",\"challenge\":\"", challenge,
      "\",\"key_id\":\"", keyID, "\"}",
    ])
  }

  private static let signedEnd = "\",\"method\":\"\(method)\",\"path\":\"\(path)\"}"
  private static let assertionEnd: String = {
    let request = "{\"body_sha256\":\"\(bodyHash)\",\"method\":\"\(method)\",\"path_and_query\":\"\(path)\"}"
    return "\",\"operation\":\"\(operation)\",\"request\":\(request)}"
  }()

  private static func joined(_ pieces: [String]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(pieces.reduce(0) { $0 + $1.utf8.count })
    for piece in pieces { bytes += piece.utf8 }
    return bytes
  }

  /// The text of a member of a flat JSON object; nil when it is not there. Base64 needs no escape but `\/`.
  static func text(of member: String, in body: ArraySlice<UInt8>) -> String? {
    guard let end = end(of: "\"\(member)\"", in: body) else { return nil }
    let rest = body[end...].drop { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: " ") }
    guard rest.first == UInt8(ascii: "\"") else { return nil }
    let text = rest.dropFirst().prefix { $0 != UInt8(ascii: "\"") }
    return String(decoding: text.filter { $0 != UInt8(ascii: "\\") }, as: UTF8.self)
  }

  /// Where the first occurrence of a word ends.
  private static func end(of word: String, in body: ArraySlice<UInt8>) -> Int? {
    let word = Array(word.utf8)
    return body.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return nil }
      for start in 0..<max(0, bytes.count - word.count + 1) where memcmp(base + start, word, word.count) == 0 {
        return body.startIndex + start + word.count
      }
      return nil
    }
  }
}
