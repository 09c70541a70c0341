import Cryptography
import Foundation
import Testing

/// A warm cache may be faster than a cold one, and nothing else.
@Suite("Remembered chains")
struct ChainCacheTests {
  private static let start = Date(timeIntervalSince1970: 1_790_000_000)

  /// A root, an issuer below it, and leaves of that issuer and of a namesake.
  private struct Chain {
    let anchors: TrustedCertificates
    let issuer: Certificate
    let leaf: Certificate
    /// Names the issuer, and is signed by another key of the same name.
    let forged: Certificate
    /// The other key's own certificate, which no anchor signed.
    let namesake: Certificate

    /// The issuer lives for `issuer` seconds, the leaf for `leaf`.
    init(issuer issuerLife: Double, leaf leafLife: Double) throws {
      let (rootKey, issuerKey, otherKey) = (try P384PrivateKey(), try P384PrivateKey(), try P384PrivateKey())
      let rootName = DistinguishedName([(.commonName, "Root")])
      let issuerName = DistinguishedName([(.commonName, "Issuer")])
      let root = CertificateIssuer(name: rootName, key: rootKey)
      anchors = TrustedCertificates([
        try Self.make(root, rootName, rootKey, life: 1_000_000, isCA: true)
      ])
      issuer = try Self.make(root, issuerName, issuerKey, life: issuerLife, isCA: true)
      namesake = try Self.make(
        CertificateIssuer(name: issuerName, key: otherKey), issuerName, otherKey, life: issuerLife, isCA: true)
      let leafName = DistinguishedName([(.commonName, "Leaf")])
      let leafKey = try P256PrivateKey()
      leaf = try Self.make(
        CertificateIssuer(name: issuerName, key: issuerKey), leafName, leafKey, life: leafLife, isCA: false)
      forged = try Self.make(
        CertificateIssuer(name: issuerName, key: otherKey), leafName, leafKey, life: leafLife, isCA: false)
    }

    private static func make(
      _ issuer: CertificateIssuer, _ name: DistinguishedName, _ key: any SigningKey, life: Double, isCA: Bool
    ) throws -> Certificate {
      let template = CertificateTemplate(
        subject: name, notBefore: start, notAfter: start + life, subjectPublicKeyInfo: key.subjectPublicKeyInfo,
        extensions: [.basicConstraints(isCA: isCA)])
      return try Certificate(der: issuer.issue(template, digest: .sha384))
    }

    func verdict(
      _ leaf: Certificate, untrusted: [Certificate]? = nil, at instant: Date, cache: ChainCache?
    ) -> Result<[[UInt8]], CertificateChainError> {
      do throws(CertificateChainError) {
        return .success(
          try CertificateChain.verify(
            leaf, untrusted: untrusted ?? [issuer], anchors: anchors, at: instant, cache: cache
          ).map(\.sha256))
      } catch {
        return .failure(error)
      }
    }
  }

  @Test(
    "a warm verdict is the cold one at every instant around the ends of a chain", arguments: [(60.0, 120.0), (120, 60)])
  func instants(issuer: Double, leaf: Double) throws {
    let chain = try Chain(issuer: issuer, leaf: leaf)
    let warm = ChainCache()
    _ = try chain.verdict(chain.leaf, at: Self.start + 30, cache: warm).get()
    for end in [0.0, 60, 120] {
      for offset in [-1.0, -0.5, -0.001, 0, 0.001, 0.5, 1, 1.5] {
        let instant = Self.start + end + offset
        let cold = chain.verdict(chain.leaf, at: instant, cache: nil)
        #expect(chain.verdict(chain.leaf, at: instant, cache: warm) == cold, "\(end) \(offset)")
      }
    }
  }

  @Test("a leaf that only names a remembered issuer is refused with the cold reason")
  func forgedLeaf() throws {
    let chain = try Chain(issuer: 600, leaf: 600)
    let (warm, instant) = (ChainCache(), Self.start + 30)
    _ = try chain.verdict(chain.leaf, at: instant, cache: warm).get()
    for untrusted in [[chain.issuer], [chain.namesake], [chain.issuer, chain.namesake], []] {
      let cold = chain.verdict(chain.forged, untrusted: untrusted, at: instant, cache: nil)
      #expect((try? cold.get()) == nil)
      #expect(chain.verdict(chain.forged, untrusted: untrusted, at: instant, cache: warm) == cold)
    }
  }

  @Test("of two issuers of one name the same one is taken, warm as cold")
  func namesakes() throws {
    let chain = try Chain(issuer: 600, leaf: 600)
    let (warm, instant) = (ChainCache(), Self.start + 30)
    for untrusted in [[chain.issuer, chain.namesake], [chain.namesake, chain.issuer]] {
      let cold = chain.verdict(chain.leaf, untrusted: untrusted, at: instant, cache: nil)
      for _ in 0..<2 { #expect(chain.verdict(chain.leaf, untrusted: untrusted, at: instant, cache: warm) == cold) }
    }
  }

  @Test("what was remembered for one set of anchors counts for no other")
  func otherAnchors() throws {
    let (one, other) = (try Chain(issuer: 600, leaf: 600), try Chain(issuer: 600, leaf: 600))
    let warm = ChainCache()
    _ = try one.verdict(one.leaf, at: Self.start + 30, cache: warm).get()
    #expect(throws: CertificateChainError.self) {
      try CertificateChain.verify(
        one.leaf, untrusted: [one.issuer], anchors: other.anchors, at: Self.start + 30, cache: warm)
    }
  }
}
