import AttestationService

/// `assay tenant list`: all tenants.
struct TenantListCommand: Command {
  static let name = "tenant list"
  static let summary = "list all tenants"
  static let syntax = CommandSyntax(DatabaseAccess.argument, .json)

  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) { self.arguments = arguments }

  func run(_ console: Console) async throws -> ExitStatus {
    let tenants = try await DatabaseAccess(arguments).withPool(console) {
      try await TenantAdministration(pool: $0).list()
    }
    CommandOutput(console, arguments).show(
      "tenants", ["TENANT", "NAME", "STATUS", "CREATED"], tenants.map { ($0.cells, $0.json) })
    return .success
  }
}
