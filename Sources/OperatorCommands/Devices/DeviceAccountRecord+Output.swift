import AttestationService
import Cryptography

extension DeviceAccountRecord {
  var cells: [String] {
    [
      account.id, Timestamp.format(account.createdAt), deletedAt == nil ? "active" : "deleted", keyText,
      key?.receiptVerdict ?? "-",
    ]
  }

  /// The key for people: its environment and category, marked when it is a lab's.
  var keyText: String {
    guard let key else { return "none" }
    let category = key.validationCategory.map { ", category \($0)" } ?? ""
    return Base64.encode(key.keyID) + " (\(key.environment.rawValue)\(category)\(key.isLab ? ", lab" : ""))"
  }

  var json: JSONValue {
    .object([
      ("id", .string(account.id)), ("created_at", .instant(account.createdAt)),
      ("deleted_at", deletedAt.map(JSONValue.instant) ?? .null),
      ("key_id", key.map { .string(Base64.encode($0.keyID)) } ?? .null),
      ("environment", key.map { .string($0.environment.rawValue) } ?? .null),
      ("receipt_verdict", key.map { .string($0.receiptVerdict) } ?? .null),
      ("lab", .bool(key?.isLab ?? false)),
    ])
  }
}

extension DeviceTokenRecord {
  var json: JSONValue {
    .object([
      ("id", .string(id)), ("created_at", .instant(createdAt)),
      ("revoked_at", revokedAt.map(JSONValue.instant) ?? .null),
    ])
  }
}
