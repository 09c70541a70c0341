import AttestationService

/// `assay app team-key remove`: removes a team's key; workers stop using it within a minute.
struct TeamKeyRemoveCommand: Command {
  static let name = "app team-key remove"
  static let summary = "remove a team's key"
  static let syntax = CommandSyntax(
    AppPlace.tenantArgument, .option("--team", "TEAM", "ten characters", required: true),
    .option("--key-id", "KEYID", "ten characters", required: true), DatabaseAccess.argument, .yes)

  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) throws(UsageError) { self.arguments = arguments }

  func run(_ console: Console) async throws -> ExitStatus {
    let (team, keyID) = (try arguments.required("--team"), try arguments.required("--key-id"))
    guard console.confirms("This removes the key \(keyID) of the team \(team).", arguments) else { return .refused }
    return try await DatabaseAccess(arguments).withPool(console) { pool in
      let tenant = try await TenantAdministration(pool: pool).find(try arguments.required("--tenant"))
      guard try await TeamKeyStore(pool: pool).remove(tenant: tenant.tenant, team: team, keyID: keyID) else {
        throw CommandFailure("there is no such key")
      }
      return .success
    }
  }
}
