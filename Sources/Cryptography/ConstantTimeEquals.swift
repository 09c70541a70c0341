internal import COpenSSL

/// Whether two byte strings are equal, in a time that depends on their lengths only.
public func constantTimeEquals(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  guard left.count == right.count else { return false }
  return left.isEmpty || CRYPTO_memcmp(left, right, left.count) == 0
}
