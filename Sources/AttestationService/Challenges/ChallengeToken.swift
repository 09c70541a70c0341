import Cryptography
import Foundation

/// A challenge: the very bytes that an app hashes or signs.
///
/// The bytes carry the row they stand for and when they expire, so that one that was invented, belongs to another app, was
/// made for another purpose, or is too old is refused without asking the database. Layout (63 bytes, big-endian):
/// version 1, MAC key 2, row 8, expiry 4, random 32, MAC 16. The MAC (HMAC-SHA-256, first 16 bytes) also covers the
/// tenant, the app and the purpose, which are not in the bytes.
public struct ChallengeToken: Sendable, Hashable {
  /// The number of bytes of every token. Divisible by three, so that its base64 text needs no padding.
  public static let length = 63
  static let version: UInt8 = 1
  static let randomLength = 32
  static let macLength = 16

  /// The challenge itself.
  public let bytes: [UInt8]
  /// The row in `challenges`.
  public let row: Int64
  /// Seconds since 1970 at which it stops being valid.
  public let expiry: UInt32

  /// The instant at which it stops being valid.
  public var expiresAt: Date { Date(timeIntervalSince1970: TimeInterval(expiry)) }

  /// The unguessable part; the row has it too.
  var random: [UInt8] { Array(bytes[15..<(15 + Self.randomLength)]) }

  /// Standard base64, as the interfaces show it.
  public var text: String { Base64.encode(bytes) }

  /// Makes a new challenge for a row. `random` is 32 fresh random bytes.
  static func make(row: Int64, expiry: UInt32, scope: ChallengeScope, key: ChallengeMACKey, random: [UInt8])
    -> ChallengeToken
  {
    var bytes: [UInt8] = [version]
    bytes.reserveCapacity(length)
    bytes.appendBigEndian(key.number)
    bytes.appendBigEndian(UInt64(bitPattern: row))
    bytes.appendBigEndian(expiry)
    bytes += random
    bytes += scope.mac(over: bytes, key: key)
    return ChallengeToken(bytes: bytes, row: row, expiry: expiry)
  }

  /// Reads a challenge that came back; nil when this service did not make it for this scope.
  static func open(_ bytes: [UInt8], scope: ChallengeScope, keys: ChallengeMACKeys) -> ChallengeToken? {
    guard bytes.count == length, bytes[0] == version,
      let key = keys.key(numbered: UInt16(truncatingIfNeeded: bytes.bigEndian(at: 1, count: 2)))
    else { return nil }
    let signed = [UInt8](bytes[..<(length - macLength)])
    guard constantTimeEquals(scope.mac(over: signed, key: key), [UInt8](bytes[(length - macLength)...])) else {
      return nil
    }
    return ChallengeToken(
      bytes: bytes, row: Int64(bitPattern: bytes.bigEndian(at: 3, count: 8)),
      expiry: UInt32(truncatingIfNeeded: bytes.bigEndian(at: 11, count: 4)))
  }
}
