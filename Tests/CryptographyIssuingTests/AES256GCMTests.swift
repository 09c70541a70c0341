import Testing

@testable import Cryptography

struct AES256GCMTests {
  @Test("test case 16 of the GCM specification comes out")
  func knownVector() throws {
    let key = try #require(Hex.decode("feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308"))
    let nonce = try #require(Hex.decode("cafebabefacedbaddecaf888"))
    let plaintext = try #require(
      Hex.decode(
        "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
          + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39"))
    let data = try #require(Hex.decode("feedfacedeadbeeffeedfacedeadbeefabaddad2"))
    let sealed = try AES256GCM.seal(plaintext, key: key, associatedData: data, nonce: nonce)
    let expected =
      "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
      + "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662"
    #expect(Hex.encode(Array(sealed.dropFirst(12))) == expected + "76fc6ece0f4e1768cddf8853bb2d551b")
    #expect(try AES256GCM.open(sealed, key: key, associatedData: data) == plaintext)
  }

  @Test("a value is opened only with its key and its associated data, and unchanged")
  func refusals() throws {
    let key = SecureRandom.bytes(32)
    let sealed = try AES256GCM.seal([1, 2, 3], key: key, associatedData: [9])
    #expect(try AES256GCM.open(sealed, key: key, associatedData: [9]) == [1, 2, 3])
    for position in sealed.indices {
      var changed = sealed
      changed[position] ^= 1
      #expect(throws: OpenSSLError.self) { try AES256GCM.open(changed, key: key, associatedData: [9]) }
    }
    #expect(throws: OpenSSLError.self) { try AES256GCM.open(sealed, key: key, associatedData: [8]) }
    #expect(throws: OpenSSLError.self) { try AES256GCM.open(sealed, key: SecureRandom.bytes(32), associatedData: [9]) }
    #expect(throws: OpenSSLError.self) { try AES256GCM.open(Array(sealed.prefix(27)), key: key, associatedData: [9]) }
    #expect(throws: OpenSSLError.self) { try AES256GCM.seal([1], key: SecureRandom.bytes(16)) }
  }

  @Test("nothing can be sealed and opened too, and no two sealed values are alike")
  func emptyAndFresh() throws {
    let key = SecureRandom.bytes(32)
    let (first, second) = (try AES256GCM.seal([], key: key), try AES256GCM.seal([], key: key))
    #expect(first != second && first.count == 28)
    #expect(try AES256GCM.open(first, key: key) == [])
  }
}
