import AttestationService

/// `assay app team-key list`: a tenant's team keys, never the keys themselves.
struct TeamKeyListCommand: Command {
  static let name = "app team-key list"
  static let summary = "list a tenant's team keys"
  static let syntax = CommandSyntax(AppPlace.tenantArgument, DatabaseAccess.argument, .json)

  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) throws(UsageError) { self.arguments = arguments }

  func run(_ console: Console) async throws -> ExitStatus {
    let keys = try await DatabaseAccess(arguments).withPool(console) { pool in
      let tenant = try await TenantAdministration(pool: pool).find(try arguments.required("--tenant"))
      return try await TeamKeyStore(pool: pool).list(tenant: tenant.tenant)
    }
    CommandOutput(console, arguments).show(
      "team_keys", ["TEAM", "KEY ID", "ADDED", "MASTER KEY", "REFUSED SINCE"],
      keys.map { key in
        let refused = key.refusedSince.map(Timestamp.format)
        return (
          [key.team, key.keyID, Timestamp.format(key.addedAt), key.masterKey, refused ?? "-"],
          .object([
            ("team_id", .string(key.team)), ("key_id", .string(key.keyID)), ("added_at", .instant(key.addedAt)),
            ("master_key", .string(key.masterKey)), ("refused_since", JSONValue(refused)),
          ])
        )
      })
    return .success
  }
}
