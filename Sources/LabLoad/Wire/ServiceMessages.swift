import Cryptography

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

  static func challenge(account: String, purpose: String, lifetimeSeconds: Int?) -> String {
    let operation = purpose == "assertion" ? ",\"operation\":\"\(operation)\"" : ""
    let lifetime = lifetimeSeconds.map { ",\"ttl_seconds\":\($0)" } ?? ""
    return "{\"account_id\":\"\(account)\"\(operation),\"purpose\":\"\(purpose)\"\(lifetime)}"
  }

  /// The bytes that an app signs: request binding, version 1.
  static func signedBytes(challenge: String) -> [UInt8] {
    let text =
      "{\"bodyHash\":\"\(bodyHash)\",\"challenge\":\"\(challenge)\",\"method\":\"\(method)\",\"path\":\"\(path)\"}"
    return [UInt8](text.utf8)
  }

  static func assertion(account: String, keyID: String, challenge: String, assertion: [UInt8]) -> String {
    let request = "{\"body_sha256\":\"\(bodyHash)\",\"method\":\"\(method)\",\"path_and_query\":\"\(path)\"}"
    let proof = "\"assertion\":\"\(Base64.encode(assertion))\",\"challenge\":\"\(challenge)\""
    return
      "{\"account_id\":\"\(account)\",\(proof),\"key_id\":\"\(keyID)\",\"operation\":\"\(operation)\",\"request\":\(request)}"
  }

  static func attestation(account: String, keyID: String, challenge: String, object: [UInt8]) -> String {
    let proof = "\"attestation\":\"\(Base64.encode(object))\",\"challenge\":\"\(challenge)\""
    return "{\"account_id\":\"\(account)\",\(proof),\"key_id\":\"\(keyID)\"}"
  }

  /// The text of a member of a flat JSON object; nil when it is not there. Base64 needs no escape but `\/`.
  static func text(of member: String, in body: ArraySlice<UInt8>) -> String? {
    let name = [UInt8]("\"\(member)\"".utf8)
    guard let start = body.indices.first(where: { body[$0...].starts(with: name) }) else { return nil }
    let rest = body[(start + name.count)...].drop { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: " ") }
    guard rest.first == UInt8(ascii: "\"") else { return nil }
    let text = rest.dropFirst().prefix { $0 != UInt8(ascii: "\"") }
    return String(decoding: text.filter { $0 != UInt8(ascii: "\\") }, as: UTF8.self)
  }
}
