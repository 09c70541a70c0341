import Cryptography

/// A new tenant's secret, `ask_<tenant>_<secret>_<random>`: the two numbers say where to look, the 32 random bytes prove
/// it. Only its SHA-256 is kept.
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
}
