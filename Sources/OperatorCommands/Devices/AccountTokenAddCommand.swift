import AttestationService

/// `assay account token add`: issues a further token.
struct AccountTokenAddCommand: Command {
  static let name = "account token add"
  static let summary = "issue a further token of an account and show it, once"
  static let syntax = CommandSyntax(
    AppPlace.appArgument, AccountPlace.argument, AppPlace.tenantArgument, DatabaseAccess.argument, .yes, .json)

  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) { self.arguments = arguments }

  func run(_ console: Console) async throws -> ExitStatus {
    try await DatabaseAccess(arguments).withPool(console) { pool in
      let place = try await AccountPlace.find(arguments, pool)
      let id = place.account.account.id
      guard console.confirms("This issues a further token for the account \(id).", arguments) else { return .refused }
      let token = try await place.directory.issueToken(
        tenant: place.place.tenant.tenant, app: place.place.app, account: id, correlationID: "assay")
      console.complain("This is the only time that the token is shown:")
      CommandOutput(console, arguments).show(
        [("Token", token.text)], .object([("account", .string(id)), ("token", .string(token.text))]))
      return .success
    }
  }
}
