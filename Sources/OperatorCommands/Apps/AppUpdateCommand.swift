import AttestationService

/// `assay app update`: changes an app.
struct AppUpdateCommand: Command {
  static let name = "app update"
  static let summary = "change an app; fields of the policy that are not given stay as they are"
  static let syntax = CommandSyntax(
    AppPlace.appArgument, AppPlace.tenantArgument, AppChangeArguments.environments, AppChangeArguments.platforms,
    AppChangeArguments.policy, DatabaseAccess.argument, .yes, .json)

  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) { self.arguments = arguments }

  func run(_ console: Console) async throws -> ExitStatus {
    let change = try AppChangeArguments.read(arguments, console)
    return try await DatabaseAccess(arguments).withPool(console) { pool in
      let place = try await AppPlace.find(arguments, pool)
      let plan =
        "This changes the app \(place.app.identifier) of \(place.tenant.name), on every replica within a second."
      guard console.confirms(plan, arguments) else { return .refused }
      let app = try await AppDirectory(pool: pool).update(
        tenant: place.tenant.tenant, place.app.identifier.text, change, correlationID: nil)
      CommandOutput(console, arguments).show(try app.properties, try app.json)
      return .success
    }
  }
}
