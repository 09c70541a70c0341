import Cryptography

/// The bytes of the sample's receipt that no signature covers and no rule depends on, each place with its reason.
///
/// Apple signs without signed attributes, so the signature covers the content and nothing of the message around it.
enum ReceiptWrapping {
  static func ofSample(_ receipt: [UInt8]) -> Set<Int> {
    let places: [(ClosedRange<Int>, why: String)] = [
      (19...19, "the version of SignedData"),
      (26...35, "the set of digest algorithms, a hint for one-pass readers: the signer names its own"),
      (54...54, "the tag of the content's first segment"),
      (1058...1058, "the tag of the content's second segment"),
      (root(receipt), "the embedded root: the path ends at the given anchor, not at this copy"),
      (3723...3723, "the version of SignerInfo"),
      (3884...3884, "the parameters of the signer's digest algorithm, which must be absent or null"),
    ]
    return places.reduce(into: []) { $0.formUnion($1.0) }
  }

  private static func root(_ receipt: [UInt8]) -> ClosedRange<Int> {
    guard let root = (try? SignedMessage(ber: receipt))?.certificates.last, let range = receipt.firstRange(of: root)
    else { return 0...0 }
    return range.lowerBound...range.upperBound - 1
  }
}
