import Cryptography

/// For whom and what a challenge is made; covered by its MAC, not contained in it.
struct ChallengeScope: Sendable, Hashable {
  let tenant: Int64
  let app: Int64
  let purpose: ChallengePurpose

  func mac(over bytes: [UInt8], key: ChallengeMACKey) -> [UInt8] {
    var message = bytes
    message.reserveCapacity(bytes.count + 17)
    message.appendBigEndian(UInt64(bitPattern: tenant))
    message.appendBigEndian(UInt64(bitPattern: app))
    message.append(UInt8(truncatingIfNeeded: purpose.number))
    return Array(key.authenticate(message).prefix(ChallengeToken.macLength))
  }
}
