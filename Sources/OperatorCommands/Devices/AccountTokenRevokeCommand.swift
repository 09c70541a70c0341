import AttestationService

/// `assay account token revoke`: ends a token.
struct AccountTokenRevokeCommand: Command {
  static let name = "account token revoke"
  static let summary = "end a token of an account, at once on every replica"
  static let syntax = CommandSyntax(
    AppPlace.appArgument, AccountPlace.argument, .word("TOKEN", "tok_…, as `account show` lists it"),
    AppPlace.tenantArgument, DatabaseAccess.argument, .yes, .json)

  private let arguments: ParsedArguments
  private let token: String

  init(_ arguments: ParsedArguments) throws(UsageError) {
    self.arguments = arguments
    token = try arguments.required("TOKEN")
  }

  func run(_ console: Console) async throws -> ExitStatus {
    try await DatabaseAccess(arguments).withPool(console) { pool in
      let place = try await AccountPlace.find(arguments, pool)
      let id = place.account.account.id
      guard console.confirms("This ends the token \(token) of the account \(id), for good.", arguments) else {
        return .refused
      }
      try await place.directory.revokeToken(
        tenant: place.place.tenant.tenant, app: place.place.app, account: id, token: token, correlationID: "assay")
      CommandOutput(console, arguments).show(
        [("Token", token), ("State", "revoked")], .object([("token", .string(token)), ("state", "revoked")]))
      return .success
    }
  }
}
