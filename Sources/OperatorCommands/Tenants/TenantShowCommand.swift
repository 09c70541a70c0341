import AttestationService

/// `assay tenant show`: one tenant with its apps and secrets.
struct TenantShowCommand: Command {
  static let name = "tenant show"
  static let summary = "show a tenant, its secrets and its apps"
  static let syntax = CommandSyntax(.word("TENANT", "tnt_…"), DatabaseAccess.argument, .json)

  private let arguments: ParsedArguments
  private let tenant: String

  init(_ arguments: ParsedArguments) throws(UsageError) {
    self.arguments = arguments
    tenant = try arguments.required("TENANT")
  }

  func run(_ console: Console) async throws -> ExitStatus {
    try await DatabaseAccess(arguments).withPool(console) { pool in
      let administration = TenantAdministration(pool: pool)
      let tenant = try await administration.find(tenant)
      let secrets = try await administration.secrets(tenant).count { $0.revokedAt == nil }
      let apps = try await AppDirectory(pool: pool).list(tenant: tenant.tenant).map(\.identifier.text)
      CommandOutput(console, arguments).show(
        [
          ("Tenant", tenant.publicID), ("Name", tenant.name), ("Status", tenant.status),
          ("Created", Timestamp.format(tenant.createdAt)), ("Active secrets", String(secrets)),
          ("Apps", apps.isEmpty ? "none" : apps.joined(separator: ", ")),
        ],
        .object([
          ("tenant", tenant.json), ("active_secrets", .integer(Int64(secrets))),
          ("apps", .array(apps.map(JSONValue.string))),
        ]))
    }
    return .success
  }
}
