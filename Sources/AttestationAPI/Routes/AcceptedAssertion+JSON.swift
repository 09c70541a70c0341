import AttestationService
import Cryptography

extension AcceptedAssertion {
  /// The answer to a verified request: its counter, and the key as the API shows it, at that counter.
  func json(app: AppIdentifier) -> [UInt8] {
    JSONWriter.object(reserving: 640) { answer in
      answer.member("counter", Int64(counter))
      answer.member("key") { writeKey(app: app, to: &$0) }
      answer.member("signals") { writeSignals(to: &$0) }
    }
  }

  private func writeKey(app: AppIdentifier, to writer: inout JSONWriter) {
    writer.member("key_id", Base64.encode(key.keyID))
    writer.member("app_id", app.text)
    writer.member("account_id", key.account)
    writer.member("device_id", key.device)
    writer.member("state", KeyStatus.active.rawValue)
    writer.member("environment", key.environment.rawValue)
    writer.member("counter", Int64(counter))
    writer.member("registered_at", Timestamp.format(key.registeredAt))
    writer.member("signals") { writeSignals(to: &$0) }
  }

  private func writeSignals(to writer: inout JSONWriter) {
    writer.member("validation_category", validationCategory.map(Int64.init))
    writer.member("bundle_version", bundleVersion)
    writer.member("extensions_shown", validationCategory != nil || bundleVersion != nil)
    writer.member("lab", key.isLab)
  }
}
