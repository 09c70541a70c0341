import Cryptography
import Foundation

/// A time-based one-time password (RFC 6238): HMAC-SHA-256, eight digits, steps of 30 seconds from 1970.
enum TimeBasedCode {
  static let digits = 8
  static let stepSeconds: TimeInterval = 30
  private static let modulus: UInt32 = 100_000_000

  /// The step that an instant lies in. Nothing lies before the first.
  static func step(at instant: Date) -> UInt64 {
    UInt64(max(0, instant.timeIntervalSince1970) / stepSeconds)
  }

  /// The code of a step: eight ASCII digits, leading zeros included.
  static func code(secret: [UInt8], step: UInt64) -> [UInt8] {
    let message = stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: step >> $0) }
    var number = truncated(HMACSHA256.authenticate(message, key: secret)) % modulus
    var code = [UInt8](repeating: UInt8(ascii: "0"), count: digits)
    for place in code.indices.reversed() {
      code[place] += UInt8(number % 10)
      number /= 10
    }
    return code
  }

  /// Dynamic truncation (RFC 4226, section 5.3): 31 bits from a place that the last byte names.
  private static func truncated(_ mac: [UInt8]) -> UInt32 {
    let offset = Int(mac[SHA256.byteCount - 1] & 0x0f)
    return mac[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } & 0x7fff_ffff
  }
}
