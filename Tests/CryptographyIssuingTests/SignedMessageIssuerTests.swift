import Cryptography
import Foundation
import Testing

struct SignedMessageIssuerTests {
  static let instant = Date(timeIntervalSince1970: 1_790_000_000)

  private func issuer() throws -> (SignedMessageIssuer, TrustedCertificates) {
    let key = try P256PrivateKey()
    let name = DistinguishedName([(.commonName, "Signer")])
    let template = CertificateTemplate(
      subject: name, notBefore: Self.instant, notAfter: Self.instant + 60,
      subjectPublicKeyInfo: key.subjectPublicKeyInfo, extensions: [.basicConstraints(isCA: true)])
    let der = try CertificateIssuer(name: name, key: key).issue(template, digest: .sha256)
    let issuer = SignedMessageIssuer(signer: try CertificateIdentity(der: der), key: key, certificates: [der])
    return (issuer, TrustedCertificates([try Certificate(der: der)]))
  }

  @Test(
    "a message of any length verifies, in both encodings",
    arguments: SignedMessageIssuer.Encoding.allCases, [1, 999, 1000, 1001, 2000, 4500])
  func lengths(encoding: SignedMessageIssuer.Encoding, count: Int) throws {
    let (issuer, anchors) = try issuer()
    let content = SecureRandom.bytes(count)
    let message = try issuer.sign(content, encoding: encoding)
    let verified = try SignedMessage(ber: message).checkSignature().verifyChain(to: anchors, at: Self.instant)
    #expect(verified.content == content)
  }

  @Test("an indefinite message begins as a real receipt does, with segments of 1000 bytes")
  func segments() throws {
    let message = try issuer().0.sign([UInt8](repeating: 7, count: 1349), encoding: .indefinite)
    let start = "308006092a864886f70d010702a0803080020101310f300d060960864801650304020105003080"
    let content = "06092a864886f70d010701a0802480048203e8"
    #expect(Hex.encode(message).hasPrefix(start + content))
    let second = Array(message[(54 + 1004)..<(54 + 1008)])
    #expect(Hex.encode(second) == "0482015d")
  }

  @Test("a message that is changed anywhere in its content is refused")
  func changed() throws {
    let (issuer, anchors) = try issuer()
    var message = try issuer.sign([1, 2, 3, 4, 5, 6, 7, 8], encoding: .definite)
    let position = try #require(message.firstRange(of: [1, 2, 3, 4, 5, 6, 7, 8])).lowerBound
    message[position] ^= 1
    #expect(throws: SignedMessageError.self) {
      try SignedMessage(ber: message).checkSignature().verifyChain(to: anchors, at: Self.instant)
    }
  }
}
