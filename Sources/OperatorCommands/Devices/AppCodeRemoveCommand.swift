import AttestationService

/// `assay app app-code remove`: ends an app-code secret.
struct AppCodeRemoveCommand: Command {
  static let name = "app app-code remove"
  static let summary = "end an app-code secret; with the last one the check is off"
  static let syntax = CommandSyntax(
    AppPlace.appArgument, .word("FINGERPRINT", "as `app device-api show` lists it"), AppPlace.tenantArgument,
    DatabaseAccess.argument, .yes, .json)

  private let arguments: ParsedArguments
  private let fingerprint: String

  init(_ arguments: ParsedArguments) throws(UsageError) {
    self.arguments = arguments
    fingerprint = try arguments.required("FINGERPRINT").lowercased()
  }

  func run(_ console: Console) async throws -> ExitStatus {
    try await DatabaseAccess(arguments).withPool(console) { pool in
      let place = try await AppPlace.find(arguments, pool)
      let administration = DeviceAdministration(pool: pool)
      let present = try await administration.overview(tenant: place.tenant.tenant, app: place.app).codeFingerprints
      let rest = present.count > 1 ? "Apps with the other secret go on." : "It is the last one: the check is off then."
      let plan = "This ends the app-code secret \(fingerprint) of \(place.app.identifier). \(rest)"
      guard console.confirms(plan, arguments) else { return .refused }
      try await administration.removeCodeSecret(
        fingerprint: fingerprint, tenant: place.tenant.tenant, app: place.app)
      CommandOutput(console, arguments).show(
        [("Secret", fingerprint), ("Status", "removed")],
        .object([("fingerprint", .string(fingerprint)), ("status", "removed")]))
      return .success
    }
  }
}
