import Cryptography
import Foundation

/// What the simulated Apple reads from a receipt that a server sends it.
struct SubmittedReceipt {
  let content: ReceiptContent
  let isFirst: Bool
  let createdAt: Date
  let notBefore: Date?

  /// The team: what stands before the first dot of the App ID.
  var team: String { String(content.appID.prefix { $0 != "." }) }

  /// Reads a receipt; nil where it is none.
  init?(_ bytes: [UInt8]) {
    let fields = Self.fields(of: bytes)
    func text(_ type: ReceiptFieldType) -> String? {
      fields[type.rawValue].map { String(decoding: $0, as: UTF8.self) }
    }
    guard let appID = text(.appID), let certificate = fields[ReceiptFieldType.certificate.rawValue],
      let hash = fields[ReceiptFieldType.clientHash.rawValue], let token = text(.token), let type = text(.type),
      let environment = text(.environment), let created = text(.creation).flatMap(Self.instant)
    else { return nil }
    content = ReceiptContent(
      appID: appID, certificate: certificate, clientHash: hash, token: token, environment: environment)
    isFirst = type == "ATTEST"
    createdAt = created
    notBefore = text(.notBefore).flatMap(Self.instant)
  }

  private static func fields(of bytes: [UInt8]) -> [Int: [UInt8]] {
    var found: [Int: [UInt8]] = [:]
    for entry in BERReader.children(of: payload(of: bytes)) {
      let parts = BERReader.children(of: entry.content)
      guard parts.count == 3, parts[0].content.count <= 4 else { continue }
      found[parts[0].content.reduce(0) { $0 << 8 | Int($1) }] = BERReader.octets(of: parts[2])
    }
    return found
  }

  /// ContentInfo, SignedData, EncapsulatedContentInfo (RFC 5652 §3, §5.1, §5.2), then the SET.
  private static func payload(of bytes: [UInt8]) -> ArraySlice<UInt8> {
    let outer = BERReader.children(of: bytes[...]).first.map { BERReader.children(of: $0.content) } ?? []
    guard outer.count == 2, let signed = BERReader.children(of: outer[1].content).first else { return [] }
    let parts = BERReader.children(of: signed.content)
    guard parts.count >= 3 else { return [] }
    let inner = BERReader.children(of: parts[2].content)
    guard inner.count == 2, let octets = BERReader.children(of: inner[1].content).first else { return [] }
    return BERReader.children(of: BERReader.octets(of: octets)[...]).first?.content ?? []
  }

  static func instant(_ text: String) -> Date? {
    let parts = text.dropLast().split(separator: ".")
    guard text.hasSuffix("Z"), let whole = parts.first else { return nil }
    let fraction = parts.count > 1 ? Double("0.\(parts[1])") ?? 0 : 0
    return (try? Date("\(whole)Z", strategy: .iso8601)).map { $0.addingTimeInterval(fraction) }
  }
}
