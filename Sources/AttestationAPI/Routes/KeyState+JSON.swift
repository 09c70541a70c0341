import AttestationService
import Foundation

extension KeyState {
  /// The key as the API shows it.
  func json(app: AppIdentifier, withReceipt: Bool) -> JSONValue {
    var members = [
      JSONMember("key_id", .base64(keyID)), JSONMember("app_id", .text(app.text)),
      JSONMember("account_id", .text(account)),
    ]
    members.add("device_id", device.map(JSONValue.text))
    members.append(JSONMember("state", .text(status.rawValue)))
    members.append(JSONMember("environment", .text(environment.rawValue)))
    members.append(JSONMember("counter", .integer(Int64(counter))))
    members.append(JSONMember("registered_at", .instant(registeredAt)))
    members.add("revoked_at", revokedAt.map(JSONValue.instant))
    members.add("revocation_reason", revocationReason.map(JSONValue.text))
    members.append(
      JSONMember(
        "signals",
        Signals.json(
          category: validationCategory, bundleVersion: bundleVersion, receipt: withReceipt ? receipt : nil, lab: isLab)))
    return .object(members)
  }
}
