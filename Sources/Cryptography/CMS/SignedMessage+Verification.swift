public import FoundationEssentials

extension SignedMessage {
  /// A message whose signature is its signer's, while the signer may be anybody.
  public struct SignedByUnknown: Sendable {
    let content: [UInt8]
    let signer: Certificate
    let certificates: [Certificate]
    let cache: ChainCache?

    /// Verifies the signer up to one of the anchors at the instant.
    public func verifyChain(
      to anchors: TrustedCertificates, at instant: Date
    ) throws(SignedMessageError) -> Verified {
      do {
        let others = certificates.filter { $0 !== signer }
        let path = try CertificateChain.verify(signer, untrusted: others, anchors: anchors, at: instant, cache: cache)
        // Signers are few and serve for a year: each is judged once, and afterwards known by its bytes.
        cache?.insert(path, anchors: anchors)
        return Verified(content: content, signer: signer, path: path)
      } catch {
        throw .untrustedSigner(error)
      }
    }
  }

  /// What a verified message holds.
  public struct Verified: Sendable {
    /// The bytes that were signed.
    public let content: [UInt8]
    /// The certificate whose key signed them.
    public let signer: Certificate
    /// The path from the signer to the anchor.
    public let path: [Certificate]
  }
}
