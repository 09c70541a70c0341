import AttestationService

/// `assay key list`: the newest keys of an app.
struct KeyListCommand: Command {
  static let name = "key list"
  static let summary = "list the newest keys of an app"
  static let syntax = CommandSyntax(
    KeyPlace.appArgument, AppPlace.tenantArgument, .option("--limit", "N", "at most so many; 50 unless given"),
    DatabaseAccess.argument, .json)

  private let arguments: ParsedArguments
  private let limit: Int

  init(_ arguments: ParsedArguments) throws(UsageError) {
    self.arguments = arguments
    limit = try arguments.integer("--limit", in: 1...10_000) ?? 50
  }

  func run(_ console: Console) async throws -> ExitStatus {
    let keys = try await DatabaseAccess(arguments).withPool(console) { pool in
      let place = try await AppPlace.find(arguments, pool)
      return try await KeyDirectory(pool: pool).list(tenant: place.tenant.tenant, app: place.app.app, limit: limit)
    }
    CommandOutput(console, arguments).show(
      "keys", ["KEY", "ACCOUNT", "STATE", "ENVIRONMENT", "COUNTER", "RECEIPT", "REGISTERED"],
      keys.map { ($0.cells, $0.json) })
    return .success
  }
}
