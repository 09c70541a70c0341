import Cryptography
import Dispatch
import Testing

@Suite("P-256 public keys")
struct P256PublicKeyTests {
  /// RFC 6979, A.2.5: the key, and its signature over "sample" with SHA-256, as DER.
  static let point: [UInt8] =
    [0x04]
    + (Hex.decode(
      "60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"
        + "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299") ?? [])
  static let signature =
    Hex.decode(
      "3046022100efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716"
        + "022100f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8") ?? []

  @Test("the signature of RFC 6979, A.2.5, is valid for its message only")
  func rfc6979() throws {
    let key = try P256PublicKey(x963: Self.point)
    #expect(key.isValidSignature(Self.signature, for: [UInt8]("sample".utf8)))
    #expect(!key.isValidSignature(Self.signature, for: [UInt8]("test".utf8)))
    #expect(!key.isValidSignature([], for: [UInt8]("sample".utf8)))
    #expect(!key.isValidSignature(Self.signature + [0], for: [UInt8]("sample".utf8)))
  }

  @Test("a point must be uncompressed, of the right length and on the curve")
  func points() {
    #expect(throws: PublicKeyError.malformed) { try P256PublicKey(x963: []) }
    #expect(throws: PublicKeyError.malformed) { try P256PublicKey(x963: Array(Self.point.dropLast())) }
    #expect(throws: PublicKeyError.malformed) { try P256PublicKey(x963: [0x02] + Self.point[1...]) }
    var off = Self.point
    off[64] ^= 1
    #expect(throws: PublicKeyError.notOnCurve) { try P256PublicKey(x963: off) }
    #expect(throws: PublicKeyError.notOnCurve) { try P256PublicKey(x963: [0x04] + [UInt8](repeating: 0xFF, count: 64)) }
  }

  @Test("a SubjectPublicKeyInfo gives the same key, and must end where it ends")
  func spki() throws {
    let header = try #require(Hex.decode("3059301306072a8648ce3d020106082a8648ce3d030107034200"))
    #expect(try P256PublicKey(spki: header + Self.point) == P256PublicKey(x963: Self.point))
    #expect(throws: PublicKeyError.malformed) { try P256PublicKey(spki: header + Self.point + [0]) }
    #expect(throws: PublicKeyError.malformed) { try P256PublicKey(spki: Self.point) }
  }

  @Test("many threads verify with two keys at once, each right")
  func threads() throws {
    let good = try P256PublicKey(x963: Self.point)
    var negated = Self.point
    // The other key: the base point of the curve (SEC 2 §2.4.2).
    negated.replaceSubrange(
      1...,
      with: Hex.decode(
        "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
          + "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5") ?? [])
    let other = try P256PublicKey(x963: negated)
    let message = [UInt8]("sample".utf8)
    DispatchQueue.concurrentPerform(iterations: 400) { index in
      let key = index.isMultiple(of: 2) ? good : other
      if key.isValidSignature(Self.signature, for: message) != index.isMultiple(of: 2) { Issue.record("\(index)") }
    }
  }
}
