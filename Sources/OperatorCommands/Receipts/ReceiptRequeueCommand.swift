import AttestationService
import Postgres

/// `assay receipt requeue`: brings a receipt back that waits for a person, or asks about it as soon as Apple allows.
struct ReceiptRequeueCommand: Command {
  static let name = "receipt requeue"
  static let summary = "ask about a receipt again as soon as Apple allows"
  static let syntax = CommandSyntax(
    KeyPlace.appArgument, KeyPlace.keyArgument, AppPlace.tenantArgument, DatabaseAccess.argument, .yes)

  private let arguments: ParsedArguments
  private let keyID: [UInt8]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    self.arguments = arguments
    keyID = try KeyPlace.keyID(arguments)
  }

  func run(_ console: Console) async throws -> ExitStatus {
    try await DatabaseAccess(arguments).withPool(console) { pool in
      let place = try await AppPlace.find(arguments, pool)
      let tenant = place.tenant.tenant
      let key = try await KeyDirectory(pool: pool).state(tenant: tenant, app: place.app.app, keyID: keyID)
      let plan = "This asks Apple about the receipt of the account “\(key.account)” as soon as field 19 allows."
      guard console.confirms(plan, arguments) else { return .refused }
      guard try await ReceiptRefreshStore(pool: pool).requeue(tenant: tenant, keys: [key.key]) == 1 else {
        throw CommandFailure("this key has no receipt in the schedule")
      }
      return .success
    }
  }
}
