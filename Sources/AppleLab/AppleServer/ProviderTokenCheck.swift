import Cryptography
import Foundation

/// Checks the token of the `Authorization` header as Apple is known to: bare, ES256, `kid`, `iss`, a fresh `iat`.
struct ProviderTokenCheck {
  /// Public keys (X9.63) by `TEAM/KEYID`.
  var keys: [String: P256PublicKey] = [:]

  struct Claims {
    var team: String
    var keyID: String
  }

  private struct Header: Decodable {
    var alg: String
    var kid: String
  }

  private struct Payload: Decodable {
    var iss: String
    var iat: Double
  }

  /// Who signed the header's token, or nil where Apple would answer 401.
  func claims(_ header: String?, at now: Date) -> Claims? {
    let parts = (header ?? "").split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, let head: Header = decode(parts[0]), let payload: Payload = decode(parts[1]),
      head.alg == "ES256", abs(now.timeIntervalSince1970 - payload.iat) < 3_600,
      let key = keys["\(payload.iss)/\(head.kid)"], let raw = Base64.decode(parts[2]), raw.count == 64
    else { return nil }
    let der = DEREncoder.sequence([
      DEREncoder.unsignedInteger(Array(raw.prefix(32))), DEREncoder.unsignedInteger(Array(raw.suffix(32))),
    ])
    let signed = [UInt8]("\(parts[0]).\(parts[1])".utf8)
    return key.isValidSignature(der, for: signed) ? Claims(team: payload.iss, keyID: head.kid) : nil
  }

  private func decode<Value: Decodable>(_ part: String) -> Value? {
    Base64.decode(part).flatMap { try? JSONDecoder().decode(Value.self, from: Data($0)) }
  }
}
