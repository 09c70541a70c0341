import Foundation

/// The app code: a time-based one-time password (RFC 6238) over a secret that is built into the app.
///
/// HMAC-SHA-256, eight digits, steps of 30 seconds. It slows a copier of the app down. It proves nothing: whoever has the
/// app has its secret.
public struct AppCode: Sendable {
  private static let stepSeconds: TimeInterval = 30
  private static let modulus: UInt32 = 100_000_000

  private let secret: Data
  private let digest: SHA256Digest

  /// Takes the bytes of the secret.
  public init(secret: Data, digest: SHA256Digest) {
    self.secret = secret
    self.digest = digest
  }

  /// Takes the secret as the operator shows it: base32 text (RFC 4648), either case, padded or not.
  ///
  /// Nil when the text is not base32 or is empty.
  public init?(base32 text: String, digest: SHA256Digest) {
    guard let secret = Base32Text.decode(text), !secret.isEmpty else { return nil }
    self.init(secret: secret, digest: digest)
  }

  /// The code of the step that `instant` lies in: eight digits, leading zeros included.
  public func code(at instant: Date) -> String {
    let step = UInt64(max(0, instant.timeIntervalSince1970) / Self.stepSeconds)
    let message = Data((0..<8).map { UInt8(truncatingIfNeeded: step >> (56 - 8 * $0)) })
    let digits = String(truncated(digest.authenticate(message, key: secret)) % Self.modulus)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// Dynamic truncation (RFC 4226, section 5.3).
  private func truncated(_ mac: Data) -> UInt32 {
    let bytes = Array(mac)
    let offset = Int((bytes.last ?? 0) & 0x0f)
    return bytes.dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | UInt32($1) } & 0x7fff_ffff
  }
}
