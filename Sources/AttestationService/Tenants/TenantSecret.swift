import Cryptography

/// A tenant's secret, `ask_<tenant>_<secret>_<random>`: the two numbers say where to look, the 32 random bytes prove it.
/// Only its SHA-256 is kept.
public struct TenantSecret: Sendable {
  static let randomLength = 32

  /// The whole text; shown once.
  public let text: String
  let tenant: Int64
  let secret: Int64

  /// What is kept of it.
  var hash: [UInt8] { SHA256.hash(text) }

  /// Makes a new one.
  static func make(tenant: Int64, secret: Int64) -> TenantSecret {
    let random = Base64.encodeURL(SecureRandom.bytes(randomLength))
    let place = "\(String(tenant, radix: 36))_\(String(secret, radix: 36))"
    return TenantSecret(text: "ask_\(place)_\(random)", tenant: tenant, secret: secret)
  }

  /// Reads one that a caller sent; nil when it cannot be one.
  init?(_ bytes: [UInt8]) {
    guard bytes.count <= 128, bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    let parts = text.split(separator: "_", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == "ask", parts[3].utf8.count == 43, let tenant = Int64(parts[1], radix: 36),
      let secret = Int64(parts[2], radix: 36), tenant > 0, secret > 0
    else { return nil }
    self.init(text: text, tenant: tenant, secret: secret)
  }

  private init(text: String, tenant: Int64, secret: Int64) {
    self.text = text
    self.tenant = tenant
    self.secret = secret
  }
}
