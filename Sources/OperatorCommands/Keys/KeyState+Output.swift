import AttestationService
import Cryptography

extension KeyState {
  var cells: [String] {
    [
      Base64.encode(keyID), account, status.rawValue, environment.rawValue, String(counter), receipt.verdict,
      Timestamp.format(registeredAt),
    ]
  }

  var properties: [(name: String, value: String)] {
    var properties = [
      ("Key", Base64.encode(keyID)), ("Account", account), ("Device", device ?? "not named"),
      ("State", status.rawValue), ("Environment", environment.rawValue), ("Counter", String(counter)),
      ("Registered", Timestamp.format(registeredAt)),
      ("Category", validationCategory.map { String($0) } ?? "not shown"), ("Bundle version", bundleVersion ?? "not shown"),
      ("Receipt", receipt.code.map { "\(receipt.verdict): \($0)" } ?? receipt.verdict),
      ("Stream", String(key)),
    ]
    if isLab { properties.append(("Lab", "yes: never a real device")) }
    if let revokedAt { properties.append(("Revoked", "\(Timestamp.format(revokedAt)): \(revocationReason ?? "")")) }
    return properties.map { (name: $0.0, value: $0.1) }
  }

  var json: JSONValue {
    .object([
      ("key_id", .string(Base64.encode(keyID))), ("account_id", .string(account)), ("device_id", JSONValue(device)),
      ("state", .string(status.rawValue)), ("environment", .string(environment.rawValue)),
      ("counter", .integer(Int64(counter))), ("registered_at", .instant(registeredAt)),
      ("revoked_at", revokedAt.map(JSONValue.instant) ?? .null), ("revocation_reason", JSONValue(revocationReason)),
      ("validation_category", JSONValue(validationCategory)), ("bundle_version", JSONValue(bundleVersion)),
      ("receipt", .object([("verdict", .string(receipt.verdict)), ("code", JSONValue(receipt.code))])),
      ("stream", .string(String(key))), ("lab", .bool(isLab)),
    ])
  }
}
