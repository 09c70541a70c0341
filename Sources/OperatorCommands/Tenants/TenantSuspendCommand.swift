import AttestationService

/// `assay tenant suspend`: stop a tenant.
struct TenantSuspendCommand: Command {
  static let name = "tenant suspend"
  static let summary = "stop a tenant"
  static let syntax = CommandSyntax(.word("TENANT", "tnt_…"), DatabaseAccess.argument, .yes, .json)

  private let arguments: ParsedArguments
  private let tenant: String

  init(_ arguments: ParsedArguments) throws(UsageError) {
    self.arguments = arguments
    tenant = try arguments.required("TENANT")
  }

  func run(_ console: Console) async throws -> ExitStatus {
    try await DatabaseAccess(arguments).withPool(console) { pool in
      let administration = TenantAdministration(pool: pool)
      let found = try await administration.find(tenant)
      guard console.confirms("This stops the tenant \(tenant): every request with its secrets is refused within a second.", arguments) else {
        return .refused
      }
      try await administration.setSuspended(true, found)
      let now = try await administration.find(tenant)
      CommandOutput(console, arguments).show([("Tenant", now.publicID), ("Status", now.status)], now.json)
      return .success
    }
  }
}
