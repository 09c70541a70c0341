import Cryptography
import Foundation
import Testing

@testable import AttestationService

@Suite("A challenge")
struct ChallengeTokenTests {
  private let key = ChallengeMACKey(number: 7, bytes: SecureRandom.bytes(32), activeFrom: .distantPast)
  private let scope = ChallengeScope(tenant: 3, app: 9, purpose: .assertion)
  private var keys: ChallengeMACKeys { ChallengeMACKeys([key]) }

  private func make() -> ChallengeToken {
    ChallengeToken.make(
      row: 0x0123_4567_89AB_CDEF, expiry: 2_000_000_000, scope: scope, key: key, random: SecureRandom.bytes(32))
  }

  @Test("carries its row and its expiry")
  func roundTrip() {
    let token = make()
    #expect(token.bytes.count == ChallengeToken.length)
    #expect(ChallengeToken.open(token.bytes, scope: scope, keys: keys) == token)
    #expect(Base64.decode(token.text) == token.bytes)
    #expect(!token.text.contains("="))
  }

  @Test("is refused with any bit changed")
  func everyBit() {
    let bytes = make().bytes
    for index in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[index] ^= 1 << bit
        #expect(ChallengeToken.open(changed, scope: scope, keys: keys) == nil)
      }
    }
  }

  @Test("is refused at any other length")
  func otherLengths() {
    let bytes = make().bytes
    for count in 0..<bytes.count {
      #expect(ChallengeToken.open(Array(bytes.prefix(count)), scope: scope, keys: keys) == nil)
    }
    #expect(ChallengeToken.open(bytes + [0], scope: scope, keys: keys) == nil)
  }

  @Test("is unknown to another tenant, another app, and for the other purpose")
  func otherScopes() {
    let bytes = make().bytes
    for other in [
      ChallengeScope(tenant: 4, app: 9, purpose: .assertion), ChallengeScope(tenant: 3, app: 8, purpose: .assertion),
      ChallengeScope(tenant: 3, app: 9, purpose: .attestation),
    ] { #expect(ChallengeToken.open(bytes, scope: other, keys: keys) == nil) }
  }

  @Test("is unknown under another service key")
  func otherKey() {
    let other = ChallengeMACKey(number: 7, bytes: SecureRandom.bytes(32), activeFrom: .distantPast)
    #expect(ChallengeToken.open(make().bytes, scope: scope, keys: ChallengeMACKeys([other])) == nil)
  }

  @Test("is made with the newest key that every replica knows, and opened with any known one")
  func rotation() {
    let now = Date()
    let next = ChallengeMACKey(number: 8, bytes: SecureRandom.bytes(32), activeFrom: now.addingTimeInterval(600))
    let both = ChallengeMACKeys([key, next])
    #expect(both.signing(at: now)?.number == 7)
    #expect(both.signing(at: now.addingTimeInterval(601))?.number == 8)
    #expect(ChallengeToken.open(make().bytes, scope: scope, keys: both) != nil)
  }

  @Test("has a next key entered with notice, and the first one at once")
  func dueKeys() {
    let now = Date()
    let first = ChallengeKeyring.dueKey(after: ChallengeMACKeys([]), at: now)
    #expect(first?.number == 1)
    #expect(first?.activeFrom == now)
    func newest(age: TimeInterval) -> ChallengeMACKeys {
      ChallengeMACKeys([ChallengeMACKey(number: 5, bytes: [], activeFrom: now.addingTimeInterval(-age))])
    }
    #expect(ChallengeKeyring.dueKey(after: newest(age: 3_600), at: now) == nil)
    let due = ChallengeKeyring.dueKey(after: newest(age: ChallengeKeyring.rotation), at: now)
    #expect(due?.number == 6)
    #expect(due?.activeFrom == now.addingTimeInterval(ChallengeKeyring.notice))
  }
}
