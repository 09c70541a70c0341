import AttestationService

/// `assay app create`: registers an app of a tenant.
struct AppCreateCommand: Command {
  static let name = "app create"
  static let summary = "register an app of a tenant"
  static let syntax = CommandSyntax(
    AppPlace.appArgument, AppPlace.tenantArgument, AppChangeArguments.environments, AppChangeArguments.platforms,
    AppChangeArguments.policy, DatabaseAccess.argument, .yes, .json)

  private let arguments: ParsedArguments
  private let identifier: AppIdentifier

  init(_ arguments: ParsedArguments) throws(UsageError) {
    self.arguments = arguments
    guard let identifier = AppIdentifier(try arguments.required("APP_ID")) else {
      throw UsageError(
        "APP_ID is not an App ID", mend: "Give PREFIX.bundle.identifier, the prefix with ten characters.")
    }
    self.identifier = identifier
  }

  func run(_ console: Console) async throws -> ExitStatus {
    let change = try AppChangeArguments.read(arguments, console)
    return try await DatabaseAccess(arguments).withPool(console) { pool in
      let tenant = try await TenantAdministration(pool: pool).find(try arguments.required("--tenant"))
      guard console.confirms("This registers the app \(identifier) for \(tenant.name).", arguments) else {
        return .refused
      }
      let app = try await AppDirectory(pool: pool).create(tenant: tenant.tenant, identifier, change, correlationID: nil)
      CommandOutput(console, arguments).show(try app.properties, try app.json)
      return .success
    }
  }
}
