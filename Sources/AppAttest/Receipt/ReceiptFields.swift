public import Cryptography
public import FoundationEssentials

/// What a receipt says, read from its payload: nothing is verified by having read it.
public struct ReceiptFields: Sendable {
  /// The two types of receipt.
  public enum Kind: String, Sendable {
    /// Made with an attestation: has no metric, and may be exchanged at once.
    case attest = "ATTEST"
    /// Got in exchange for an earlier one: has a metric.
    case receipt = "RECEIPT"
  }

  /// The App ID (field 2).
  public let appID: String
  /// The attested key (in the certificate of field 3).
  public let publicKey: P256PublicKey
  /// The client data hash (field 4); garbled in a `RECEIPT`.
  public let clientDataHash: [UInt8]?
  /// The type (field 6).
  public let kind: Kind
  /// The environment (field 7); nil when absent.
  public let environment: AttestationEnvironment?
  /// When the receipt was made (field 12).
  public let createdAt: Date
  /// How many keys were attested for this app on this device within 30 days, about (field 17).
  public let riskMetric: Int?
  /// Before when Apple gives no newer receipt (field 19).
  public let notBefore: Date?
  /// Until when this receipt may be exchanged (field 21).
  public let expiresAt: Date
  /// How many fields are there that we do not know.
  public let unknownFields: Int

  /// Reads the fields of a payload. A certificate whose key is known already is not parsed again.
  public init(
    _ payload: ReceiptPayload, knowing known: (certificate: [UInt8], key: P256PublicKey)? = nil
  ) throws(ReceiptRefusal) {
    appID = try ReceiptFields.text(payload, .appID)
    publicKey = try ReceiptFields.publicKey(payload, known)
    clientDataHash = payload[.clientDataHash]
    guard let kind = Kind(rawValue: try ReceiptFields.text(payload, .type)) else { throw .fieldMalformed }
    self.kind = kind
    environment = try ReceiptFields.environment(payload)
    createdAt = try ReceiptFields.instant(payload, .creationTime)
    riskMetric = try ReceiptFields.metric(payload)
    notBefore = payload[.notBefore] == nil ? nil : try ReceiptFields.instant(payload, .notBefore)
    expiresAt = try ReceiptFields.instant(payload, .expirationTime)
    unknownFields = payload.unknownFields
  }

  private static func text(_ payload: ReceiptPayload, _ field: ReceiptPayload.Field) throws(ReceiptRefusal) -> String {
    guard payload[field] != nil else { throw .fieldMissing }
    guard let text = payload.text(field) else { throw .fieldMalformed }
    return text
  }

  private static func instant(_ payload: ReceiptPayload, _ field: ReceiptPayload.Field) throws(ReceiptRefusal) -> Date {
    guard let instant = RFC3339.parse(try text(payload, field)) else { throw .fieldMalformed }
    return instant
  }

  private static func publicKey(
    _ payload: ReceiptPayload, _ known: (certificate: [UInt8], key: P256PublicKey)?
  ) throws(ReceiptRefusal) -> P256PublicKey {
    guard let der = payload[.certificate] else { throw .fieldMissing }
    if let known, known.certificate == der { return known.key }
    guard let key = try? Certificate.p256PublicKey(der: der) else { throw .fieldMalformed }
    return key
  }

  private static func environment(_ payload: ReceiptPayload) throws(ReceiptRefusal) -> AttestationEnvironment? {
    guard payload[.environment] != nil else { return nil }
    guard let environment = AttestationEnvironment(receiptField: try text(payload, .environment)) else {
      throw .fieldMalformed
    }
    return environment
  }

  private static func metric(_ payload: ReceiptPayload) throws(ReceiptRefusal) -> Int? {
    guard payload[.riskMetric] != nil else { return nil }
    let text = try text(payload, .riskMetric)
    guard text.utf8.count <= 9, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let metric = Int(text)
    else { throw .fieldMalformed }
    return metric
  }
}
