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
      // Refused before anybody is asked to confirm it.
      let active = try await KeyDirectory(pool: pool).activeCount(tenant: place.tenant.tenant, app: place.app.app)
      guard active == 0 else {
        throw CommandFailure(
          "\(place.app.identifier) still has \(active) active \(active == 1 ? "key" : "keys"): revoke them first")
      }
      let plan = "This deletes the app \(place.app.identifier) of \(place.tenant.name). It has no active keys."
      guard console.confirms(plan, arguments) else { return .refused }
      try await AppDirectory(pool: pool).delete(
        tenant: place.tenant.tenant, place.app.identifier.text, correlationID: nil)
      CommandOutput(console, arguments).show(
        [("App", place.app.identifier.text), ("Status", "deleted")],
        .object([("app_id", .string(place.app.identifier.text)), ("status", "deleted")]))
      return .success
    }
  }
}
