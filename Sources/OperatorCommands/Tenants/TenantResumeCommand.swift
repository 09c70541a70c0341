import AttestationService

/// `assay tenant resume`: let a suspended tenant work again.
struct TenantResumeCommand: Command {
  static let name = "tenant resume"
  static let summary = "let a suspended tenant work again"
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
      guard console.confirms("This lets the tenant \(tenant) work again.", arguments) else {
        return .refused
      }
      try await administration.setSuspended(false, found)
      let now = try await administration.find(tenant)
      CommandOutput(console, arguments).show([("Tenant", now.publicID), ("Status", now.status)], now.json)
      return .success
    }
  }
}
