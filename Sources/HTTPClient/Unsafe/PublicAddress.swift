import Glibc

/// Which addresses belong to the public internet, by IANA's registries of special-purpose addresses (RFC 6890).
///
/// Everything that is not plainly public is refused: private and shared networks, this machine, links, documentation,
/// multicast, and the forms of IPv6 that carry an IPv4 address inside.
enum PublicAddress {
  /// Whether a socket address is one of the public internet. Anything that is neither IPv4 nor IPv6 is not.
  static func isPublic(_ address: UnsafePointer<sockaddr>) -> Bool {
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        isPublic(v4: UInt32(bigEndian: $0.pointee.sin_addr.s_addr))
      }
    case AF_INET6:
      address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { pointer in
        withUnsafeBytes(of: pointer.pointee.sin6_addr) { isPublic(v6: Array($0)) }
      }
    default: false
    }
  }

  static func isPublic(v4 address: UInt32) -> Bool {
    !special.contains { address >> (32 - $0.bits) == $0.network >> (32 - $0.bits) }
  }

  /// Global unicast is 2000::/3; inside it, protocol assignments with Teredo (2001::/23), documentation (2001:db8::/32,
  /// 3fff::/20) and 6to4 (2002::/16) are not for us.
  static func isPublic(v6 bytes: [UInt8]) -> Bool {
    guard bytes.count == 16, bytes[0] & 0xE0 == 0x20 else { return false }
    let first = UInt16(bytes[0]) << 8 | UInt16(bytes[1])
    let second = UInt16(bytes[2]) << 8 | UInt16(bytes[3])
    switch first {
    case 0x2001: return second >= 0x0200 && second != 0x0DB8
    case 0x2002: return false
    case 0x3FFF: return second >= 0x1000
    default: return true
    }
  }

  private static let special: [(network: UInt32, bits: UInt32)] = [
    (0x0000_0000, 8), (0x0A00_0000, 8), (0x6440_0000, 10), (0x7F00_0000, 8), (0xA9FE_0000, 16), (0xAC10_0000, 12),
    (0xC000_0000, 24), (0xC000_0200, 24), (0xC058_6300, 24), (0xC0A8_0000, 16), (0xC612_0000, 15), (0xC633_6400, 24),
    (0xCB00_7100, 24), (0xE000_0000, 4), (0xF000_0000, 4),
  ]
}
