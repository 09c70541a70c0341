import AttestationService

/// `assay app list`: the apps of a tenant.
struct AppListCommand: Command {
  static let name = "app list"
  static let summary = "list the apps of a tenant"
  static let syntax = CommandSyntax(AppPlace.tenantArgument, DatabaseAccess.argument, .json)

  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) { self.arguments = arguments }

  func run(_ console: Console) async throws -> ExitStatus {
    let apps = try await DatabaseAccess(arguments).withPool(console) { pool in
      let tenant = try await TenantAdministration(pool: pool).find(try arguments.required("--tenant"))
      return try await AppDirectory(pool: pool).list(tenant: tenant.tenant)
    }
    CommandOutput(console, arguments).show(
      "apps", ["APP", "ENVIRONMENTS", "PLATFORMS", "UPDATED"], try apps.map { ($0.cells, try $0.json) })
    return .success
  }
}
