import AttestationService

extension AcceptedAssertion {
  /// The key as the API shows it, at the accepted counter.
  func keyJSON(app: AppIdentifier) -> JSONValue {
    var members = [
      JSONMember("key_id", .base64(key.keyID)), JSONMember("app_id", .text(app.text)),
      JSONMember("account_id", .text(key.account)),
    ]
    members.add("device_id", key.device.map(JSONValue.text))
    members.append(JSONMember("state", .text(KeyStatus.active.rawValue)))
    members.append(JSONMember("environment", .text(key.environment.rawValue)))
    members.append(JSONMember("counter", .integer(Int64(counter))))
    members.append(JSONMember("registered_at", .instant(key.registeredAt)))
    members.append(JSONMember("signals", signalsJSON))
    return .object(members)
  }

  var signalsJSON: JSONValue {
    Signals.json(category: validationCategory, bundleVersion: bundleVersion, receipt: nil, lab: key.isLab)
  }
}
