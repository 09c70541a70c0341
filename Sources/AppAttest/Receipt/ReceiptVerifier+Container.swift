import Cryptography
import FoundationEssentials

/// The container: steps 1 and 2. Codes of the CMS layer become ours.
extension ReceiptVerifier {
  func parse(_ bytes: [UInt8]) throws(ReceiptRefusal) -> SignedMessage {
    guard bytes.count <= ReceiptVerifier.sizeLimit else { throw .tooLarge }
    do { return try SignedMessage(ber: bytes) } catch { throw ReceiptVerifier.refusal(error) }
  }

  /// Step 1: "Verify that the receipt is signed."
  func checkSignature(_ message: SignedMessage) throws(ReceiptRefusal) -> SignedMessage.SignedByUnknown {
    do { return try message.checkSignature(cache: cache) } catch { throw ReceiptVerifier.refusal(error) }
  }

  /// Step 2: "Evaluate the trustworthiness of the signing certificate up to the Apple public root certificate."
  ///
  /// That root is Apple Root CA - G3, whatever the article says elsewhere. It signs many other certificates, so the
  /// signer must carry the marker of fraud receipts.
  func checkChain(
    _ signed: SignedMessage.SignedByUnknown, at instant: Date
  ) throws(ReceiptRefusal) -> [UInt8] {
    let verified: SignedMessage.Verified
    do { verified = try signed.verifyChain(to: anchors, at: instant) } catch { throw ReceiptVerifier.refusal(error) }
    if let marker, verified.signer.extensionValue(marker) == nil { throw .wrongSigner }
    guard !verified.signer.isCA else { throw .wrongSigner }
    return verified.content
  }

  private static func refusal(_ error: SignedMessageError) -> ReceiptRefusal {
    switch error {
    case .malformed, .noContent: .notCMS
    case .unsupportedSigner: .unsupportedSigner
    case .badCertificate: .certificateMalformed
    case .badSignature: .signatureInvalid
    case .untrustedSigner(let error) where error.isExpired: .certificateExpired
    case .untrustedSigner(let error) where error.isNotYetValid: .certificateNotYetValid
    case .untrustedSigner: .chainUntrusted
    }
  }
}
