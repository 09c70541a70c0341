import AttestationService
import Cryptography

/// `assay key revoke`: ends a key.
struct KeyRevokeCommand: Command {
  static let name = "key revoke"
  static let summary = "end a key on every replica, at once"
  static let syntax = CommandSyntax(
    KeyPlace.appArgument, KeyPlace.keyArgument, AppPlace.tenantArgument,
    .option("--reason", "TEXT", "why; it stands in the event", required: true), DatabaseAccess.argument, .yes, .json)

  private let arguments: ParsedArguments
  private let keyID: [UInt8]
  private let reason: String

  init(_ arguments: ParsedArguments) throws(UsageError) {
    self.arguments = arguments
    keyID = try KeyPlace.keyID(arguments)
    reason = try arguments.required("--reason")
  }

  func run(_ console: Console) async throws -> ExitStatus {
    try await DatabaseAccess(arguments).withPool(console) { pool in
      let place = try await AppPlace.find(arguments, pool)
      let keys = KeyDirectory(pool: pool)
      let key = try await keys.state(tenant: place.tenant.tenant, app: place.app.app, keyID: keyID)
      let plan = "This ends the key \(Base64.encode(keyID)) of the account “\(key.account)” for good."
      guard console.confirms(plan, arguments) else { return .refused }
      let ended = try await keys.revoke(
        tenant: place.tenant.tenant, app: place.app.app, keyID: keyID, reason: reason, correlationID: nil)
      CommandOutput(console, arguments).show(ended.properties, ended.json)
      return .success
    }
  }
}
