import AttestationService

/// `assay account list`: the accounts of an app's device API.
struct AccountListCommand: Command {
  static let name = "account list"
  static let summary = "list the newest accounts of an app's device API"
  static let syntax = CommandSyntax(
    AppPlace.appArgument, AppPlace.tenantArgument, .option("--limit", "N", "at most so many; 50 unless given"),
    .option("--before", "ACCOUNT", "only those older than this one"), DatabaseAccess.argument, .json)

  private let arguments: ParsedArguments
  private let limit: Int

  init(_ arguments: ParsedArguments) throws(UsageError) {
    self.arguments = arguments
    limit = try arguments.integer("--limit", in: 1...1_000) ?? 50
  }

  func run(_ console: Console) async throws -> ExitStatus {
    let accounts = try await DatabaseAccess(arguments).withPool(console) { pool in
      let place = try await AppPlace.find(arguments, pool)
      return try await DeviceAccountDirectory(pool: pool).list(
        tenant: place.tenant.tenant, app: place.app, before: arguments.value("--before"), limit: limit)
    }
    CommandOutput(console, arguments).show(
      "accounts", ["ACCOUNT", "CREATED", "STATE", "KEY", "RECEIPT"], accounts.map { ($0.cells, $0.json) })
    return .success
  }
}
