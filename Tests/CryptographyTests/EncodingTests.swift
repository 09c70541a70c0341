import Cryptography
import Testing

@Suite("Text encodings")
struct EncodingTests {
  @Test(
    "the vectors of RFC 4648 §10, Base64",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
      ("foobar", "Zm9vYmFy"),
    ])
  func base64(_ plain: String, _ text: String) {
    #expect(Base64.encode([UInt8](plain.utf8)) == text)
    #expect(Base64.decode(text) == [UInt8](plain.utf8))
    #expect(Base64.decode(text.filter { $0 != "=" }) == [UInt8](plain.utf8))
  }

  @Test("both alphabets are read, the URL alphabet is written without padding")
  func alphabets() {
    #expect(Base64.decode("-_-_") == Base64.decode("+/+/"))
    #expect(Base64.encodeURL([0xFB, 0xFF]) == "-_8")
  }

  @Test("refused as Base64", arguments: ["Z", "Zg=", "Zg===", "Z=g=", "Zh==", "Zm9v\n", "Zm 9v", "=", "====", "Zm9é"])
  func refused(_ text: String) {
    #expect(Base64.decode(text) == nil)
  }

  @Test(
    "the vectors of RFC 4648 §10, Base32",
    arguments: [
      ("", ""), ("f", "MY======"), ("fo", "MZXQ===="), ("foo", "MZXW6==="), ("foob", "MZXW6YQ="), ("fooba", "MZXW6YTB"),
      ("foobar", "MZXW6YTBOI======"),
    ])
  func base32(_ plain: String, _ text: String) {
    #expect(Base32.decode(text) == [UInt8](plain.utf8))
    #expect(Base32.decode(text.lowercased()) == [UInt8](plain.utf8))
  }

  @Test("hexadecimal is written in lower case and read in either")
  func hex() {
    #expect(Hex.encode([0, 0xAB, 0xFF]) == "00abff")
    #expect(Hex.decode("00ABff") == [0, 0xAB, 0xFF])
    #expect(Hex.decode("abc") == nil)
    #expect(Hex.decode("zz") == nil)
  }

  @Test("all bytes survive a round trip")
  func roundTrip() {
    for count in 0..<70 {
      let bytes = SecureRandom.bytes(count)
      #expect(Base64.decode(Base64.encode(bytes)) == bytes)
      #expect(Base64.decode(Base64.encodeURL(bytes)) == bytes)
      #expect(Hex.decode(Hex.encode(bytes)) == bytes)
    }
  }
}
