import AttestationService
import Cryptography
import HTTPServer

/// The calls about one key.
struct KeyCalls: Sendable {
  let apps: AppDirectory
  let keys: KeyDirectory

  var entries: [APIHandler.Entry] {
    [.init(operation: .getKey, endpoint: .task(get)), .init(operation: .revokeKey, endpoint: .task(revoke))]
  }

  private func get(_ caller: Caller) async throws -> HTTPResponse {
    let account = try caller.items().text("account_id", bytes: 1...128)
    let app = try await apps.get(tenant: caller.tenant, caller.parameters[0])
    let key = try await keys.state(tenant: caller.tenant, app: app.app, keyID: try keyID(caller), account: account)
    return .json(200, key.json(app: app.identifier, withReceipt: true))
  }

  private func revoke(_ caller: Caller) async throws -> HTTPResponse {
    let reason = try caller.object().text("reason", bytes: 1...200)
    let app = try await apps.get(tenant: caller.tenant, caller.parameters[0])
    let key = try await keys.revoke(
      tenant: caller.tenant, app: app.app, keyID: try keyID(caller), reason: reason,
      correlationID: caller.correlationID)
    return .json(200, key.json(app: app.identifier, withReceipt: true))
  }

  private func keyID(_ caller: Caller) throws(Refusal) -> [UInt8] {
    guard let bytes = Base64.decode(caller.parameters[1]), bytes.count == 32 else {
      throw .invalidField("{key_id}", "The key's identifier must be 32 bytes in base64 or base64url.")
    }
    return bytes
  }
}
