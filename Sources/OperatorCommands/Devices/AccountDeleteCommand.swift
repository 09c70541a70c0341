import AttestationService

/// `assay account delete`: deletes an account.
struct AccountDeleteCommand: Command {
  static let name = "account delete"
  static let summary = "delete an account: its tokens end, its key can make a new one"
  static let syntax = CommandSyntax(
    AppPlace.appArgument, AccountPlace.argument, AppPlace.tenantArgument, DatabaseAccess.argument, .yes, .json)

  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) { self.arguments = arguments }

  func run(_ console: Console) async throws -> ExitStatus {
    try await DatabaseAccess(arguments).withPool(console) { pool in
      let place = try await AccountPlace.find(arguments, pool)
      let id = place.account.account.id
      guard console.confirms("This deletes the account \(id) and ends its tokens, for good.", arguments) else {
        return .refused
      }
      try await place.directory.delete(
        tenant: place.place.tenant.tenant, app: place.place.app, account: id, correlationID: "assay")
      CommandOutput(console, arguments).show(
        [("Account", id), ("State", "deleted")], .object([("account", .string(id)), ("state", "deleted")]))
      return .success
    }
  }
}
