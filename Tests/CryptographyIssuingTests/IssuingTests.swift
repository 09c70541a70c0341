import Cryptography
import Foundation
import Testing

struct IssuingTests {
  static let instant = Date(timeIntervalSince1970: 1_790_000_000)

  @Test("the key of RFC 6979's scalar has its point")
  func knownScalar() throws {
    // RFC 6979 appendix A.2.5.
    let scalar = try #require(Hex.decode("c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721"))
    let x = "60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"
    let y = "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299"
    #expect(Hex.encode(try P256PrivateKey(rawRepresentation: scalar).x963) == "04" + x + y)
  }

  @Test("a scalar that is zero, or the order or more, is refused")
  func scalarRange() throws {
    let order = try #require(Hex.decode("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"))
    for scalar in [[], [0], order, [UInt8](repeating: 0xFF, count: 32), [1] + order] {
      #expect(throws: OpenSSLError.self) { try P256PrivateKey(rawRepresentation: scalar) }
    }
  }

  @Test("a key survives its PKCS#8 text, and other keys' texts are refused")
  func pkcs8() throws {
    let key = try P256PrivateKey()
    let text = try key.pkcs8PEM()
    #expect(try P256PrivateKey(pkcs8PEM: text).x963 == key.x963)
    #expect(throws: OpenSSLError.self) { try P384PrivateKey(pkcs8PEM: text) }
    #expect(throws: OpenSSLError.self) { try P256PrivateKey(pkcs8PEM: "no key") }
    let large = try P384PrivateKey()
    #expect(try P384PrivateKey(pkcs8PEM: large.pkcs8PEM()).x963 == large.x963)
  }

  @Test("a raw signature is the DER signature's R and S, 32 bytes each, also when they begin with zeros")
  func rawSignature() throws {
    let key = try P256PrivateKey()
    let publicKey = try P256PublicKey(x963: key.x963)
    let message = [UInt8]("header.payload".utf8)
    for _ in 0..<600 {
      let raw = try key.rawSignature(for: message)
      let der = DEREncoder.sequence([
        DEREncoder.unsignedInteger(Array(raw.prefix(32))), DEREncoder.unsignedInteger(Array(raw.suffix(32))),
      ])
      #expect(raw.count == 64 && publicKey.isValidSignature(der, for: message))
    }
  }

  @Test("an issued certificate reads back as what it was made of, and leads to its root only")
  func certificate() throws {
    let authority = try P384PrivateKey()
    let name = DistinguishedName([(.commonName, "Root"), (.organization, "Test")])
    let issuer = CertificateIssuer(name: name, key: authority)
    let root = try issuer.issue(template(name, authority, [.basicConstraints(isCA: true)]), digest: .sha384)
    let key = try P256PrivateKey()
    let mark = CertificateExtension(oid: "1.2.840.113635.100.8.2", value: [0x05, 0x00])
    let leaf = try issuer.issue(
      template(DistinguishedName([(.commonName, "Leaf")]), key, [.basicConstraints(isCA: false), mark]),
      digest: .sha256)
    let certificate = try Certificate(der: leaf)
    #expect(certificate.extensionValue("1.2.840.113635.100.8.2") == [0x05, 0x00])
    #expect(certificate.notBefore == Self.instant && certificate.notAfter == Self.instant + 60)
    #expect(try certificate.p256PublicKey().x963 == key.x963)
    #expect(throws: Never.self) { try verify(certificate, root, at: Self.instant + 30) }
    #expect(throws: CertificateChainError.self) { try verify(certificate, root, at: Self.instant + 61) }
  }

  @Test(
    "a certificate parsed for its EC key has the verdicts of one parsed in full", arguments: [true, false])
  func parsedForECKey(isOnP256: Bool) throws {
    let (authority, stranger) = (try P384PrivateKey(), try P384PrivateKey())
    let name = DistinguishedName([(.commonName, "Root")])
    let issuer = CertificateIssuer(name: name, key: authority)
    let root = try issuer.issue(template(name, authority, [.basicConstraints(isCA: true)]), digest: .sha384)
    let other = try CertificateIssuer(name: name, key: stranger).issue(
      template(name, stranger, [.basicConstraints(isCA: true)]), digest: .sha384)
    let key: any SigningKey = isOnP256 ? try P256PrivateKey() : try P384PrivateKey()
    let leaf = try issuer.issue(
      template(DistinguishedName([(.commonName, "Leaf")]), key, [.basicConstraints(isCA: false)]), digest: .sha256)
    let (full, quick) = (try Certificate(der: leaf), try Certificate(ofECKey: leaf))
    for (anchor, seconds) in [(root, 30.0), (root, 61), (root, -1), (other, 30)] {
      let verdicts = [full, quick].map { leaf in
        refusal { try verify(leaf, anchor, at: Self.instant + seconds) }
      }
      #expect(verdicts[0] == verdicts[1])
      #expect((verdicts[1] == nil) == (anchor == root && seconds == 30))
    }
    #expect((try? full.p256PublicKey()) == (try? quick.p256PublicKey()))
    #expect(((try? quick.p256PublicKey()) != nil) == isOnP256)
    #expect(throws: CertificateError.malformed) { try Certificate(ofECKey: leaf + [0]) }
  }

  @Test("a certificate that lives beyond 2049 says so")
  func distantYear() throws {
    let key = try P256PrivateKey()
    let name = DistinguishedName([(.commonName, "Distant")])
    var distant = template(name, key, [])
    distant.notAfter = Date(timeIntervalSince1970: 2_600_000_000)
    let der = try CertificateIssuer(name: name, key: key).issue(distant, digest: .sha256)
    #expect(try Certificate(der: der).notAfter == distant.notAfter)
  }

  private func refusal(_ body: () throws -> Void) -> CertificateChainError? {
    do { try body() } catch { return error as? CertificateChainError }
    return nil
  }

  private func template(
    _ subject: DistinguishedName, _ key: any SigningKey, _ extensions: [CertificateExtension]
  ) -> CertificateTemplate {
    CertificateTemplate(
      subject: subject, notBefore: Self.instant, notAfter: Self.instant + 60,
      subjectPublicKeyInfo: key.subjectPublicKeyInfo, extensions: extensions)
  }

  private func verify(_ leaf: Certificate, _ root: [UInt8], at instant: Date) throws {
    let anchors = TrustedCertificates([try Certificate(der: root)])
    _ = try CertificateChain.verify(leaf, untrusted: [], anchors: anchors, at: instant, cache: nil)
  }
}
