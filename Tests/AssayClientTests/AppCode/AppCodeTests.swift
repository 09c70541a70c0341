import AssayClient
import Foundation
import Testing

@Suite("The app code is RFC 6238 with SHA-256 and eight digits")
struct AppCodeTests {
  @Test(
    "the vectors of the RFC's appendix B",
    arguments: [
      (59.0, "46119246"), (1_111_111_109, "68084774"), (1_111_111_111, "67062674"), (1_234_567_890, "91819424"),
      (2_000_000_000, "90698825"), (20_000_000_000, "77737706"),
    ])
  func vectors(_ seconds: Double, _ expected: String) throws {
    let code = AppCode(secret: Data("12345678901234567890123456789012".utf8), digest: .openSSL)
    #expect(code.code(at: Date(timeIntervalSince1970: seconds)) == expected)
  }

  @Test("a secret given as base32 is the same secret, in either case and with or without padding")
  func base32() throws {
    let texts = [
      "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZA====",
      "gezdgnbvgy3tqojqgezdgnbvgy3tqojqgezdgnbvgy3tqojqgeza",
    ]
    for text in texts {
      let code = try #require(AppCode(base32: text, digest: .openSSL))
      #expect(code.code(at: Date(timeIntervalSince1970: 59)) == "46119246")
    }
  }

  @Test(
    "text that is not base32 is no secret",
    arguments: ["", "A", "ABC", "A1======", "GEZDGNB!", "GEZDGNBV=GEZDGNBV", "AB"])
  func notBase32(_ text: String) {
    #expect(AppCode(base32: text, digest: .openSSL) == nil)
  }

  @Test("a key longer than a block is hashed first (RFC 4231, case 6)")
  func longKey() throws {
    // The code is cut from the MAC; a wrong MAC of a long key shows as another code than the one of its hash.
    let long = Data(repeating: 0xaa, count: 131)
    let hashed = SHA256Digest.openSSL.hash(long)
    let instant = Date(timeIntervalSince1970: 59)
    #expect(
      AppCode(secret: long, digest: .openSSL).code(at: instant)
        == AppCode(secret: hashed, digest: .openSSL).code(at: instant))
  }
}
