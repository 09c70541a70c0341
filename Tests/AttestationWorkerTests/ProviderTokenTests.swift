import AttestationService
import Cryptography
import Foundation
import Testing

@testable import AttestationWorker

@Suite struct ProviderTokenTests {
  let start = Date(timeIntervalSince1970: 1_800_000_000)
  let tokens = ProviderTokens()

  func key() throws -> TeamKey {
    try TeamKey(team: "ABCDE12345", keyID: "KEYKEYKEY1", pem: P256PrivateKey().pkcs8PEM())
  }

  @Test("a token serves for 45 minutes and is then made anew")
  func lifetime() throws {
    let key = try key()
    let first = try tokens.token(for: key, credential: "c", at: start)
    #expect(try tokens.token(for: key, credential: "c", at: start.addingTimeInterval(45 * 60 - 1)) == first)
    #expect(try tokens.token(for: key, credential: "c", at: start.addingTimeInterval(45 * 60)) != first)
  }

  @Test("credentials have tokens of their own")
  func credentials() throws {
    let key = try key()
    let one = try tokens.token(for: key, credential: "one", at: start)
    #expect(try tokens.token(for: key, credential: "two", at: start) != one)
  }

  @Test("a refused token is renewed once a minute, however many questions it was refused for")
  func renewal() throws {
    let key = try key()
    let first = try tokens.token(for: key, credential: "c", at: start)
    let second = try #require(
      try tokens.renewed(after: first, for: key, credential: "c", at: start.addingTimeInterval(9)))
    #expect(second != first)
    // Another question that was refused with the first token takes the one that was made meanwhile.
    #expect(try tokens.renewed(after: first, for: key, credential: "c", at: start.addingTimeInterval(10)) == second)
    #expect(try tokens.renewed(after: second, for: key, credential: "c", at: start.addingTimeInterval(30)) == nil)
    let third = try tokens.renewed(after: second, for: key, credential: "c", at: start.addingTimeInterval(70))
    #expect(third != nil && third != second)
  }
}
