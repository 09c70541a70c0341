import Cryptography

/// Where a secret stands, and the hash that proves it. As a cache's key it is compared by hash values of random secrets,
/// whose timing tells nothing about the secret behind them.
public struct SecretPlace: Hashable, Sendable {
  let tenant: Int64
  let secret: Int64
  let hash: [UInt8]

  init(tenant: Int64, secret: Int64, hash: [UInt8]) {
    self.tenant = tenant
    self.secret = secret
    self.hash = hash
  }

  /// Reads a secret that a caller sent; nil when it cannot be one (see `TenantSecret`).
  public init?(presented bytes: [UInt8]) {
    var reader = Reader(bytes: bytes)
    guard bytes.count <= 128, reader.take("ask_"), let tenant = reader.number(), let secret = reader.number(),
      reader.endsWithRandom()
    else { return nil }
    self.init(tenant: tenant, secret: secret, hash: SHA256.hash(bytes))
  }

  private struct Reader {
    let bytes: [UInt8]
    var position = 0

    mutating func take(_ word: StaticString) -> Bool {
      let count = word.utf8CodeUnitCount
      guard position + count <= bytes.count else { return false }
      for offset in 0..<count where bytes[position + offset] != word.utf8Start[offset] { return false }
      position += count
      return true
    }

    /// A number above zero to the base of 36, and the underscore behind it.
    mutating func number() -> Int64? {
      var value: Int64 = 0
      while position < bytes.count, let digit = Self.digit(bytes[position]) {
        let (product, overflows) = value.multipliedReportingOverflow(by: 36)
        let (sum, isTooLarge) = product.addingReportingOverflow(digit)
        guard !overflows, !isTooLarge else { return nil }
        value = sum
        position += 1
      }
      return value > 0 && take("_") ? value : nil
    }

    /// 32 bytes in base64url without padding have 43 digits.
    func endsWithRandom() -> Bool {
      bytes.count - position == 43 && bytes[position...].allSatisfy { (0x21...0x7E).contains($0) }
    }

    private static func digit(_ byte: UInt8) -> Int64? {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): Int64(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "z"): Int64(byte - UInt8(ascii: "a")) + 10
      default: nil
      }
    }
  }
}
