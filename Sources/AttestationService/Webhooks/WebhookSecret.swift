import Cryptography

/// The secret that signs a webhook's messages, in the form of Standard Webhooks: `whsec_` and base64 of 32 bytes.
public struct WebhookSecret: Sendable {
  private static let prefix = "whsec_"

  /// The whole text; shown once.
  public let text: String
  private let key: [UInt8]

  /// Makes a new one.
  public static func make() -> WebhookSecret {
    let key = SecureRandom.bytes(32)
    return WebhookSecret(text: prefix + Base64.encode(key), key: key)
  }

  /// Reads one; nil when it is none.
  public init?(_ text: String) {
    guard text.hasPrefix(Self.prefix), let key = Base64.decode(String(text.dropFirst(Self.prefix.count))),
      key.count == 32
    else { return nil }
    self.init(text: text, key: key)
  }

  private init(text: String, key: [UInt8]) {
    (self.text, self.key) = (text, key)
  }

  /// The value of `webhook-signature`: HMAC-SHA-256 over id, instant and body, joined by dots.
  public func signature(id: String, timestamp: Int, body: [UInt8]) -> String {
    let code = HMACSHA256.authenticate([UInt8]("\(id).\(timestamp).".utf8) + body, key: key)
    return "v1,\(Base64.encode(code))"
  }
}
