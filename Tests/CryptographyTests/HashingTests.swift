import Cryptography
import Testing

@Suite("Hashes and comparison")
struct HashingTests {
  @Test("SHA-256 of \"abc\" (FIPS 180-4), in one piece and in several")
  func sha256() {
    let digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    #expect(Hex.encode(SHA256.hash("abc")) == digest)
    #expect(Hex.encode(SHA256.hash([0x61], [0x62, 0x63])) == digest)
    #expect(Hex.encode(SHA256.hash(parts: [[0x61], [], [0x62], [0x63]])) == digest)
    #expect(
      Hex.encode(SHA256.hash([])) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  }

  @Test("a prepared HMAC key gives what OpenSSL's HMAC gives", arguments: [0, 1, 20, 32, 63, 64, 65, 131, 200])
  func preparedKey(length: Int) {
    let bytes = SecureRandom.bytes(length)
    let key = HMACSHA256Key(bytes)
    for count in [0, 1, 55, 56, 64, 65, 300] {
      let message = SecureRandom.bytes(count)
      #expect(key.authenticate(message) == HMACSHA256.authenticate(message, key: bytes))
    }
  }

  @Test("HMAC with SHA-256: RFC 4231, cases 1 and 2, and an empty key")
  func hmac() {
    #expect(
      Hex.encode(HMACSHA256.authenticate([UInt8]("Hi There".utf8), key: [UInt8](repeating: 0x0B, count: 20)))
        == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
    let second = [UInt8]("what do ya want for nothing?".utf8)
    let code = HMACSHA256.authenticate(second, key: [UInt8]("Jefe".utf8))
    #expect(Hex.encode(code) == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    #expect(HMACSHA256.isValid(code, for: second, key: [UInt8]("Jefe".utf8)))
    #expect(!HMACSHA256.isValid(code, for: second, key: []))
  }

  @Test("equal means equal in length and in every byte")
  func constantTime() {
    #expect(constantTimeEquals([], []))
    #expect(constantTimeEquals([1, 2], [1, 2]))
    #expect(!constantTimeEquals([1, 2], [1, 3]))
    #expect(!constantTimeEquals([1, 2], [1, 2, 3]))
  }
}
