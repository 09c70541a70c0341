import AttestationService

/// `assay app team-key add`: checks a `.p8` file, seals it for the worker and stores it.
struct TeamKeyAddCommand: Command {
  static let name = "app team-key add"
  static let summary = "seal and store a team's .p8 key for Apple's services"
  static let syntax = CommandSyntax(
    .word("FILE", "the .p8 file as Apple gave it; - is standard input"),
    .option("--tenant", "TENANT", "tnt_…", required: true), .option("--team", "TEAM", "ten characters", required: true),
    .option("--key-id", "KEYID", "ten characters", required: true), DatabaseAccess.argument, .yes)

  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) throws(UsageError) { self.arguments = arguments }

  func run(_ console: Console) async throws -> ExitStatus {
    let (team, keyID) = (try arguments.required("--team"), try arguments.required("--key-id"))
    let pem = String(decoding: try console.read(try arguments.required("FILE")), as: UTF8.self)
    let key: TeamKey
    do { key = try TeamKey(team: team, keyID: keyID, pem: pem) } catch {
      throw CommandFailure("\(error) (\(error.code))")
    }
    guard console.confirms("This stores the key \(keyID) of the team \(team), sealed.", arguments) else {
      return .refused
    }
    try await DatabaseAccess(arguments).withPool(console) { pool in
      let tenant = try await TenantAdministration(pool: pool).find(try arguments.required("--tenant"))
      let sealer = try await SealingKeyPlace.find(console, pool)
      try await TeamKeyStore(pool: pool).put(key, tenant: tenant.tenant, sealing: sealer)
    }
    return .success
  }
}
