import AttestationService

/// `assay tenant secret list`: a tenant's secrets, without the secrets.
struct SecretListCommand: Command {
  static let name = "tenant secret list"
  static let summary = "list a tenant's secrets, without their text"
  static let syntax = CommandSyntax(.word("TENANT", "tnt_…"), DatabaseAccess.argument, .json)

  private let arguments: ParsedArguments
  private let tenant: String

  init(_ arguments: ParsedArguments) throws(UsageError) {
    self.arguments = arguments
    tenant = try arguments.required("TENANT")
  }

  func run(_ console: Console) async throws -> ExitStatus {
    let secrets = try await DatabaseAccess(arguments).withPool(console) { pool in
      let administration = TenantAdministration(pool: pool)
      return try await administration.secrets(try await administration.find(tenant))
    }
    CommandOutput(console, arguments).show(
      "secrets", ["SECRET", "NAME", "SCOPES", "CREATED", "STATUS"], secrets.map { ($0.cells, $0.json) })
    return .success
  }
}
