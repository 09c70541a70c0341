import AppAttest
import Cryptography
import Foundation

/// A token in the compact form of RFC 7515: three parts of base64url, the first two JSON.
struct InspectedToken {
  private let header: [UInt8]
  private let claims: [UInt8]
  private let signature: [UInt8]

  /// Takes a text of that form; nil for anything else.
  init?(_ raw: [UInt8]) {
    guard raw.count <= 64 * 1024, let text = String(validating: raw, as: UTF8.self) else { return nil }
    let parts = text.trimmingCharacters(in: .whitespacesAndNewlines).split(
      separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let header = Base64.decode(String(parts[0])), let claims = Base64.decode(String(parts[1])),
      let signature = Base64.decode(String(parts[2])), header.first == UInt8(ascii: "{")
    else { return nil }
    (self.header, self.claims, self.signature) = (header, claims, signature)
  }

  var object: InspectedObject {
    InspectedObject(
      kind: "token", title: "A token (JWT)",
      facts: [
        InspectedObject.fact("Header", "header", text(header)),
        InspectedObject.fact("Claims", "claims", text(claims)),
        InspectedObject.fact("Issued", "issued_at", issuedAt),
        InspectedObject.fact("Signature, bytes", "signature_bytes", JSONValue(signature.count), form),
      ])
  }

  private func text(_ bytes: [UInt8]) -> JSONValue {
    String(validating: bytes, as: UTF8.self).map(JSONValue.string) ?? .string(Hex.encode(bytes))
  }

  private var issuedAt: JSONValue {
    let claims = try? JSONSerialization.jsonObject(with: Data(claims)) as? [String: Any]
    let seconds = (claims?["iat"] as? NSNumber)?.doubleValue
    return JSONValue(seconds.map { RFC3339.format(Date(timeIntervalSince1970: $0)) })
  }

  /// Apple answers 401 without a hint when an ES256 signature is in DER.
  private var form: String? {
    signature.count == 64
      ? "raw, as ES256 wants" : signature.first == 0x30 ? "DER, which ES256 does not allow" : nil
  }
}
