import AttestationService

/// `assay app delete`: deletes an app that has no active keys.
struct AppDeleteCommand: Command {
  static let name = "app delete"
  static let summary = "delete an app that has no active keys"
  static let syntax = CommandSyntax(AppPlace.appArgument, AppPlace.tenantArgument, DatabaseAccess.argument, .yes, .json)

  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) { self.arguments = arguments }

  func run(_ console: Console) async throws -> ExitStatus {
    try await DatabaseAccess(arguments).withPool(console) { pool in
      let place = try await AppPlace.find(arguments, pool)
      guard console.confirms("This deletes the app \(place.app.identifier) of \(place.tenant.name).", arguments) else {
        return .refused
      }
      try await AppDirectory(pool: pool).delete(tenant: place.tenant.tenant, place.app.identifier.text)
      CommandOutput(console, arguments).show(
        [("App", place.app.identifier.text), ("Status", "deleted")],
        .object([("app_id", .string(place.app.identifier.text)), ("status", "deleted")]))
      return .success
    }
  }
}
