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
    return try await DatabaseAccess(arguments).withPool(console) { pool in
      let tenant = try await TenantAdministration(pool: pool).find(try arguments.required("--tenant"))
      let store = TeamKeyStore(pool: pool)
      let missing = CommandFailure(
        "\(tenant.publicID) has no key \(keyID) of the team \(team). Say `assay app team-key list` for those it has.")
      guard try await store.list(tenant: tenant.tenant).contains(where: { $0.team == team && $0.keyID == keyID }) else {
        throw missing
      }
      let plan = "This removes the key \(keyID) of the team \(team) of \(tenant.name)."
      guard console.confirms(plan, arguments) else { return .refused }
      // Somebody else may have removed it while the question stood.
      guard try await store.remove(tenant: tenant.tenant, team: team, keyID: keyID) else { throw missing }
      return .success
    }
  }
}
