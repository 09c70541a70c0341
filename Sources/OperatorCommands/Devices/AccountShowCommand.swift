import AttestationService

/// `assay account show`: one account with its tokens.
struct AccountShowCommand: Command {
  static let name = "account show"
  static let summary = "show an account and its tokens, without their text"
  static let syntax = CommandSyntax(
    AppPlace.appArgument, AccountPlace.argument, AppPlace.tenantArgument, DatabaseAccess.argument, .json)

  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) { self.arguments = arguments }

  func run(_ console: Console) async throws -> ExitStatus {
    let (account, tokens) = try await DatabaseAccess(arguments).withPool(console) { pool in
      let place = try await AccountPlace.find(arguments, pool)
      return (place.account, try await place.tokens())
    }
    let lines = tokens.map { token in
      ("Token " + token.id, token.revokedAt.map { "revoked " + Timestamp.format($0) } ?? "active")
    }
    let state = [
      ("Account", account.account.id), ("Created", Timestamp.format(account.account.createdAt)),
      ("State", account.deletedAt.map { "deleted " + Timestamp.format($0) } ?? "active"),
      ("Key", account.keyText),
    ]
    CommandOutput(console, arguments).show(
      state + lines, .object([("account", account.json), ("tokens", .array(tokens.map(\.json)))]))
    return .success
  }
}
