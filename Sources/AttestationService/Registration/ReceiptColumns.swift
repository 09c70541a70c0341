import AppAttest
import Foundation
import Postgres

/// What is kept of an accepted receipt beside its bytes.
struct ReceiptColumns: Encodable {
  let receiptType: String
  let environment: String?
  let riskMetric: Int?
  let createdAt: String
  let notBefore: String?
  let expiresAt: String

  init(_ fields: ReceiptFields) {
    receiptType = fields.kind.rawValue
    environment = fields.environment?.rawValue
    riskMetric = fields.riskMetric
    createdAt = Timestamp.format(fields.createdAt)
    notBefore = fields.notBefore.map(Timestamp.format)
    expiresAt = Timestamp.format(fields.expiresAt)
  }

  enum CodingKeys: String, CodingKey {
    case receiptType = "receipt_type"
    case environment
    case riskMetric = "risk_metric"
    case createdAt = "created_at"
    case notBefore = "not_before"
    case expiresAt = "expires_at"
  }

  var json: PostgresValue {
    get throws { .json(String(decoding: try JSONEncoder().encode(self), as: UTF8.self)) }
  }
}
