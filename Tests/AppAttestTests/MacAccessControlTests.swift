import AppAttest
import Cryptography
import Foundation
import Testing

@Suite("How a Mac's key is known")
struct MacAccessControlTests {
  /// The value as Apple published it, in SEQUENCE { [3] { OCTET STRING } }.
  private static let published: [UInt8] = DEREncoder.sequence([
    DEREncoder.explicit(
      3,
      DEREncoder.octetString(
        Base64.decode("MEAMAjExMDowCQwCb2uhAwEB/zAJDAJvYaEDAQH/MAsMBG9kZWyhAwEB/zAVDARvc2duoAYMBHJzZWMwBaYDAgEB")
          ?? []))
  ])

  /// A certificate whose extension 8.6 is this.
  private func leaf(_ accessControl: [UInt8]?) throws -> LeafExtensions {
    let (key, name) = (try P256PrivateKey(), DistinguishedName([(.commonName, "leaf")]))
    let extensions = accessControl.map { [CertificateExtension(oid: "1.2.840.113635.100.8.6", value: $0)] } ?? []
    let start = Date(timeIntervalSince1970: 1_790_000_000)
    let template = CertificateTemplate(
      subject: name, notBefore: start, notAfter: start + 60, subjectPublicKeyInfo: key.subjectPublicKeyInfo,
      extensions: extensions)
    let der = try CertificateIssuer(name: name, key: key).issue(template, digest: .sha256)
    return LeafExtensions(try Certificate(der: der))
  }

  @Test("by Apple's exact value, every bit of it, and by nothing shorter or longer")
  func exact() throws {
    let value = Self.published
    #expect(value.count == 72)
    #expect(try leaf(value).isMacFullSecurity)
    for offset in value.indices {
      for bit in 0..<8 {
        var changed = value
        changed[offset] ^= 1 << bit
        #expect(try !leaf(changed).isMacFullSecurity, "byte \(offset), bit \(bit)")
      }
    }
    for other in [[], Array(value.dropLast()), value + [0], Array(value.dropFirst(6))] {
      #expect(try !leaf(other).isMacFullSecurity)
    }
    #expect(try !leaf(nil).isMacFullSecurity)
  }

  @Test("and Apple's sample, an iPhone's, is none")
  func sample() throws {
    let object = try AttestationObject(parsing: try Fixture.sample())
    let leaf = LeafExtensions(try Certificate(der: try #require(object.certificates.first)))
    #expect(leaf.accessControl != nil && !leaf.isMacFullSecurity)
    #expect(leaf.platform == "iphoneos")
  }

  @Test("an app for Macs alone refuses an iPhone, and one for both takes it")
  func policies() throws {
    let (sample, instant) = (try Fixture.sample(), try Fixture.sampleInstant())
    for (devices, mac, refusal) in [
      (false, true, AttestationRefusal.accessControlMismatch), (true, true, nil), (true, false, nil),
    ] {
      let expectation = Fixture.sampleExpectation { $0.platforms = PlatformPolicy(devices: devices, mac: mac) }
      let result = AttestationVerifier().report(sample, against: expectation, at: instant).result
      if let refusal { #expect(throws: refusal) { try result.get() } } else { _ = try result.get() }
    }
  }
}
