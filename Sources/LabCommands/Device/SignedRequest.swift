import Cryptography
import Foundation

/// A request of the app to its own backend, which it signs (request binding, version 1).
struct SignedRequest: Sendable {
  var operation = "transfer"
  var method = "POST"
  var path = "/v1/transfers?currency=EUR"
  var body: [UInt8]

  /// The bytes that are signed: keys sorted, slashes not escaped, no spaces.
  func signedBytes(challenge: String) throws -> [UInt8] {
    let object = [
      "bodyHash": Base64.encode(SHA256.hash(body)), "challenge": challenge, "method": method, "path": path,
    ]
    let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
    return [UInt8](try JSONSerialization.data(withJSONObject: object, options: options))
  }
}
