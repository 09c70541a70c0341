/// Makes CMS SignedData (RFC 5652 §5) as Apple's receipts are made: SHA-256, ecdsa-with-SHA256, one signer,
/// no signed attributes, so that the signature is over the content itself.
public struct SignedMessageIssuer: Sendable {
  /// How the message is encoded.
  public enum Encoding: String, Sendable, CaseIterable {
    /// DER: definite lengths, the content in one piece.
    case definite
    /// BER: indefinite lengths, the content in segments of 1000 bytes, as nearly all real receipts are.
    case indefinite
  }

  /// The signer's certificate.
  public let signer: CertificateIdentity
  /// The certificates that travel in the message, DER, in order.
  public let certificates: [[UInt8]]
  private let key: any SigningKey

  /// An issuer of messages.
  public init(signer: CertificateIdentity, key: any SigningKey, certificates: [[UInt8]]) {
    self.signer = signer
    self.key = key
    self.certificates = certificates
  }

  /// The signed message around the content.
  public func sign(_ content: [UInt8], encoding: Encoding) throws(OpenSSLError) -> [UInt8] {
    let signature = try key.signature(for: content, digest: .sha256)
    let signers = DEREncoder.set([signerInfo(signature)])
    let head = [DEREncoder.integer(1), DEREncoder.set([Self.digest])]
    let type = DEREncoder.objectIdentifier("1.2.840.113549.1.7.2")
    switch encoding {
    case .definite:
      let inner = DEREncoder.sequence([Self.data, DEREncoder.explicit(0, DEREncoder.octetString(content))])
      let set = DEREncoder.explicit(0, Array(certificates.joined()))
      let body = DEREncoder.sequence(head + [inner, set, signers])
      return DEREncoder.sequence([type, DEREncoder.explicit(0, body)])
    case .indefinite:
      let octets = Self.indefinite(0x24, Self.segments(of: content))
      let inner = Self.indefinite(0x30, [Self.data, Self.indefinite(0xA0, [octets])])
      let body = Self.indefinite(0x30, head + [inner, Self.indefinite(0xA0, certificates), signers])
      return Self.indefinite(0x30, [type, Self.indefinite(0xA0, [body])])
    }
  }

  private func signerInfo(_ signature: [UInt8]) -> [UInt8] {
    DEREncoder.sequence([
      DEREncoder.integer(1),
      DEREncoder.sequence([signer.issuer.der, signer.serialDER]),
      Self.digest,
      SignatureDigest.sha256.algorithmIdentifier,
      DEREncoder.octetString(signature),
    ])
  }

  private static let digest = DEREncoder.sequence([
    DEREncoder.objectIdentifier("2.16.840.1.101.3.4.2.1"), DEREncoder.null,
  ])
  private static let data = DEREncoder.objectIdentifier("1.2.840.113549.1.7.1")

  private static func indefinite(_ tag: UInt8, _ parts: [[UInt8]]) -> [UInt8] {
    [tag, 0x80] + Array(parts.joined()) + [0, 0]
  }

  private static func segments(of content: [UInt8]) -> [[UInt8]] {
    stride(from: 0, to: content.count, by: 1000).map { start in
      DEREncoder.octetString(Array(content[start..<min(start + 1000, content.count)]))
    }
  }
}
