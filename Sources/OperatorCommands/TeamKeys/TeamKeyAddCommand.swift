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
    let key = try key(console)
    return try await DatabaseAccess(arguments).withPool(console) { pool in
      let tenant = try await TenantAdministration(pool: pool).find(try arguments.required("--tenant"))
      let place = try await SealingKeyPlace.find(console, pool)
      let store = TeamKeyStore(pool: pool)
      let others = try await store.list(tenant: tenant.tenant)
      let isThere = others.contains { $0.team == key.team && $0.keyID == key.keyID }
      let instead = isThere ? ", in place of the one that is stored" : ""
      let plan = "This stores the key \(key.keyID) of the team \(key.team) for \(tenant.name), sealed\(instead)."
      guard console.confirms(plan, arguments) else { return .refused }
      try await place.sealing { sealer in try await store.put(key, tenant: tenant.tenant, sealing: sealer) }
      return .success
    }
  }

  private func key(_ console: Console) throws -> TeamKey {
    let (team, keyID) = (try arguments.required("--team"), try arguments.required("--key-id"))
    let file = try arguments.required("FILE")
    let pem = String(decoding: try console.read(file), as: UTF8.self)
    do { return try TeamKey(team: team, keyID: keyID, pem: pem) } catch {
      switch error {
      case .badTeam: throw UsageError("--team is not a team: \(team)", mend: error.description)
      case .badKeyID: throw UsageError("--key-id is not a key's name: \(keyID)", mend: error.description)
      case .notPKCS8: throw UnreadableInput("\(file): \(error) (\(error.code))")
      case .wrongCurve, .otherMasterKey, .missing: throw CommandFailure("\(file): \(error) (\(error.code))")
      }
    }
  }
}
