import Cryptography

/// The fields of a receipt, by number, as parsed: nothing is verified.
public struct ReceiptPayload: Sendable {
  /// The fields that we know.
  public enum Field: Int, Sendable, CaseIterable {
    /// The App ID, as text.
    case appID = 2
    /// The credential certificate, in DER: not a bare key.
    case certificate = 3
    /// The client data hash, as bytes; garbled in a `RECEIPT`.
    case clientDataHash = 4
    /// A token of Apple's, as text.
    case token = 5
    /// `ATTEST` or `RECEIPT`.
    case type = 6
    /// `production` or `sandbox`; not documented.
    case environment = 7
    /// When the receipt was made, as text (RFC 3339).
    case creationTime = 12
    /// The risk metric, as decimal text.
    case riskMetric = 17
    /// Before when Apple gives no newer receipt, as text (RFC 3339).
    case notBefore = 19
    /// Until when the receipt may be exchanged, as text (RFC 3339).
    case expirationTime = 21
  }

  private let fields: [Field: [UInt8]]
  /// How many fields are there that we do not know.
  public let unknownFields: Int

  /// Parses SET OF SEQUENCE { type INTEGER, version INTEGER, value OCTET STRING }, in any order.
  public init(parsing bytes: [UInt8]) throws(ReceiptRefusal) {
    guard let set = DERElement.parse(bytes), set.isUniversal(17), let rows = set.children else {
      throw .payloadMalformed
    }
    var numbers: Set<Int> = []
    var fields: [Field: [UInt8]] = [:]
    for row in rows {
      let (number, value) = try ReceiptPayload.row(row)
      guard numbers.insert(number).inserted else { throw .duplicateField }
      if let field = Field(rawValue: number) { fields[field] = value }
    }
    self.fields = fields
    unknownFields = numbers.count - fields.count
  }

  private static func row(_ element: DERElement) throws(ReceiptRefusal) -> (number: Int, value: [UInt8]) {
    guard element.isUniversal(16), let parts = element.children, parts.count == 3, parts[0].isUniversal(2),
      parts[1].isUniversal(2), parts[2].isUniversal(4), !parts[2].isConstructed,
      (1...4).contains(parts[0].content.count)
    else { throw .payloadMalformed }
    return (parts[0].content.reduce(0) { $0 << 8 | Int($1) }, parts[2].content)
  }

  /// The value of a field; nil when absent.
  public subscript(field: Field) -> [UInt8]? { fields[field] }

  /// The value of a field as text; nil when absent or not UTF-8.
  public func text(_ field: Field) -> String? {
    fields[field].flatMap { String(validating: $0, as: UTF8.self) }
  }
}
