internal import COpenSSL
public import FoundationEssentials

/// A CMS SignedData message (RFC 5652 §5) with its content inside and one signer, as parsed: not verified.
///
/// BER is read as Apple writes it: indefinite lengths, content in segments. The signature must be ECDSA with SHA-256
/// on P-256, directly over the content; signed attributes are refused, because Apple signs without them.
public struct SignedMessage: Sendable {
  /// The content as the message claims it, before any verification: for display only.
  public let unverifiedContent: [UInt8]
  /// The embedded certificates, each in DER, as they stand in the message.
  public let certificates: [[UInt8]]

  private let signature: [UInt8]
  private let signer: Int

  /// Parses a message that is all of the bytes.
  public init(ber bytes: [UInt8]) throws(SignedMessageError) {
    defer { OpenSSLError.clear() }
    let message = try CMSHandle(ber: bytes)
    guard let content = message.content else { throw .noContent }
    unverifiedContent = content
    certificates = message.certificates
    let only = try message.onlySigner()
    (signature, signer) = (only.signature, only.certificate)
  }

  /// Verifies the signature over the content, and the signer up to one of the anchors at the instant.
  public func verify(
    anchors: TrustedCertificates, at instant: Date, cache: ChainCache? = nil
  ) throws(SignedMessageError) -> Verified {
    try checkSignature(cache: cache).verifyChain(to: anchors, at: instant)
  }

  /// Verifies the signature over the content with the key of the embedded signer, whom nobody trusts yet.
  public func checkSignature(cache: ChainCache? = nil) throws(SignedMessageError) -> SignedByUnknown {
    let parsed = try certificates.map { der throws(SignedMessageError) in try SignedMessage.parse(der, cache) }
    guard parsed.indices.contains(signer) else { throw .unsupportedSigner }
    guard let key = try? parsed[signer].p256PublicKey(), key.isValidSignature(signature, for: unverifiedContent) else {
      throw .badSignature
    }
    return SignedByUnknown(content: unverifiedContent, signer: parsed[signer], certificates: parsed, cache: cache)
  }

  private static func parse(_ der: [UInt8], _ cache: ChainCache?) throws(SignedMessageError) -> Certificate {
    do {
      return if let cache { try cache.certificate(der: der) } else { try Certificate(der: der) }
    } catch {
      throw .badCertificate
    }
  }
}

/// Why a message is not what it should be.
public enum SignedMessageError: Error, Equatable, Sendable {
  /// Not exactly one CMS SignedData, or larger than any receipt.
  case malformed
  /// The content is not inside.
  case noContent
  /// None or several signers, no certificate of the signer, another algorithm, or signed attributes.
  case unsupportedSigner
  /// An embedded certificate cannot be read.
  case badCertificate
  /// No path from the signer to the anchors at the instant.
  case untrustedSigner(CertificateChainError)
  /// The signature is not the signer's over the content.
  case badSignature
}
