import Cryptography
import Testing

@Suite struct SealingTests {
  @Test("HKDF gives RFC 5869's third vector")
  func hkdf() throws {
    let key = [UInt8](repeating: 0x0B, count: 22)
    #expect(
      Hex.encode(HKDFSHA256.derive(from: key, info: []))
        == "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d")
  }

  @Test("what is sealed to a point is opened by its key alone, and only with the same context")
  func sealedBox() throws {
    let (key, other) = (try P256PrivateKey(), try P256PrivateKey())
    let point = try P256PublicKey(x963: key.x963)
    let (plain, context) = ([UInt8]("a secret".utf8), [UInt8]("its place".utf8))
    let sealed = try SealedBox.seal(plain, to: point, context: context)
    #expect(try SealedBox.open(sealed, with: key, context: context) == plain)
    #expect(try SealedBox.seal(plain, to: point, context: context) != sealed)
    #expect(throws: OpenSSLError.self) { try SealedBox.open(sealed, with: other, context: context) }
    #expect(throws: OpenSSLError.self) { try SealedBox.open(sealed, with: key, context: [UInt8]("elsewhere".utf8)) }
  }

  @Test("a sealed value that was changed or cut anywhere does not open")
  func tampering() throws {
    let key = try P256PrivateKey()
    let sealed = try SealedBox.seal([1, 2, 3], to: P256PublicKey(x963: key.x963), context: [])
    for index in sealed.indices {
      var changed = sealed
      changed[index] ^= 1
      #expect(throws: OpenSSLError.self, "byte \(index)") { try SealedBox.open(changed, with: key, context: []) }
      #expect(throws: OpenSSLError.self, "cut at \(index)") {
        try SealedBox.open(Array(sealed.prefix(index)), with: key, context: [])
      }
    }
  }

  @Test("the shared secret is NIST's for its first P-256 vector")
  func sharedSecret() throws {
    let point = try #require(
      Hex.decode(
        "04700c48f77f56584c5cc632ca65640db91b6bacce3a4df6b42ce7cc838833d287"
          + "db71e509e3fd9b060ddb20ba5c51dcc5948d46fbf640dfe0441782cab85fa4ac"))
    let scalar = try #require(Hex.decode("7d7dc5f71eb29ddaf80d6214632eeae03d9058af1fb6d22ed80badb62bc1a534"))
    let secret = try P256PrivateKey(rawRepresentation: scalar).sharedSecret(with: P256PublicKey(x963: point))
    #expect(Hex.encode(secret) == "46fc62106420ff012e54a434fbdd2d25ccc5852060561e68040dd7778997bd7b")
  }
}
