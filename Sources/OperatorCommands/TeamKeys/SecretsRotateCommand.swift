import AttestationService

/// `assay secrets rotate`: seals every tenant's team keys anew under another master key.
///
/// Workers go on with the old key until they are restarted with the new one: restart them when this has ended.
struct SecretsRotateCommand: Command {
  static let name = "secrets rotate"
  static let summary = "seal all team keys anew: from ASSAY_MASTER_KEY to ASSAY_NEW_MASTER_KEY (or …_FILE)"
  static let syntax = CommandSyntax(DatabaseAccess.argument, .yes)

  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) throws(UsageError) { self.arguments = arguments }

  func run(_ console: Console) async throws -> ExitStatus {
    let old = try MasterKeyPlace.read("ASSAY_MASTER_KEY", console)
    let new = try MasterKeyPlace.read("ASSAY_NEW_MASTER_KEY", console)
    let plan = "This seals every team key that is under \(old.fingerprint) anew under \(new.fingerprint)."
    guard console.confirms(plan, arguments) else { return .refused }
    let count = try await DatabaseAccess(arguments).withPool(console) { pool in
      var count = 0
      for tenant in try await TenantAdministration(pool: pool).list() {
        do { count += try await TeamKeyStore(pool: pool).rotate(tenant: tenant.tenant, from: old, to: new) } catch let
          error as TeamKeyError
        {
          throw CommandFailure("\(tenant.publicID): \(error) (\(error.code)); \(count) keys were sealed anew before")
        }
      }
      return count
    }
    console.write("\(count) keys were sealed anew. Restart the workers with the new master key.")
    return .success
  }
}
