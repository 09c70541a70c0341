import AttestationService

/// `assay app app-code add`: puts an app-code secret in force.
struct AppCodeAddCommand: Command {
  static let name = "app app-code add"
  static let summary = "put an app-code secret in force, beside the one before"
  static let syntax = CommandSyntax(
    AppPlace.appArgument, AppPlace.tenantArgument,
    .option("--secret", "BASE32", "the secret, 16 to 64 bytes; a new one unless given"), DatabaseAccess.argument, .yes,
    .json)

  private let arguments: ParsedArguments
  private let secret: AppCodeSecret

  init(_ arguments: ParsedArguments) throws(UsageError) {
    self.arguments = arguments
    guard let text = arguments.value("--secret") else {
      secret = AppCodeSecret()
      return
    }
    guard let secret = AppCodeSecret(base32: text) else {
      throw UsageError("--secret is not base32 of 16 to 64 bytes", mend: "Leave it out for a new secret.")
    }
    self.secret = secret
  }

  func run(_ console: Console) async throws -> ExitStatus {
    try await DatabaseAccess(arguments).withPool(console) { pool in
      let place = try await AppPlace.find(arguments, pool)
      let plan = """
        This makes the device API of \(place.app.identifier) ask for an app code, within a second. It slows a copier of \
        the app down; it proves nothing.
        """
      guard console.confirms(plan, arguments) else { return .refused }
      try await DeviceAdministration(pool: pool).addCodeSecret(secret, tenant: place.tenant.tenant, app: place.app)
      console.complain("This is the only time that the secret is shown:")
      CommandOutput(console, arguments).show(
        [("Secret", secret.base32), ("Fingerprint", secret.fingerprint)],
        .object([("secret", .string(secret.base32)), ("fingerprint", .string(secret.fingerprint))]))
      return .success
    }
  }
}
