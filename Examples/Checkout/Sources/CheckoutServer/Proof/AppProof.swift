import Cryptography
import Foundation

/// What the header `Example-App-Proof` holds: base64 of a JSON object of the key and the assertion.
struct AppProof: Decodable {
  let keyId: String
  let assertion: String

  /// Reads the header's value; nil when it is not of that form.
  init?(header: String) {
    guard let json = Base64.decode(header), let proof = try? JSONDecoder().decode(AppProof.self, from: Data(json))
    else { return nil }
    self = proof
  }
}
