import AttestationService

/// `assay secrets rotate`: seals every tenant's team keys and webhook secrets anew for another master key.
///
/// Workers go on with the old key until they are restarted with the new one: restart them when this has ended.
struct SecretsRotateCommand: Command {
  static let name = "secrets rotate"
  static let summary = "seal all secrets anew: from ASSAY_MASTER_KEY to ASSAY_NEW_MASTER_KEY (or …_FILE)"
  static let syntax = CommandSyntax(DatabaseAccess.argument, .yes)

  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) throws(UsageError) { self.arguments = arguments }

  func run(_ console: Console) async throws -> ExitStatus {
    let old = try MasterKeyPlace.read("ASSAY_MASTER_KEY", console)
    let new = try MasterKeyPlace.read("ASSAY_NEW_MASTER_KEY", console)
    let plan = "This seals what \(old.sealingKey.fingerprint) opens anew for \(new.sealingKey.fingerprint)."
    guard console.confirms(plan, arguments) else { return .refused }
    let count = try await DatabaseAccess(arguments).withPool(console) { pool in
      let rotation = SecretRotation(pool: pool)
      try await rotation.begin(new.sealingKey)
      var count = 0
      for tenant in try await TenantAdministration(pool: pool).list() {
        do {
          count += try await rotation.run(tenant: tenant.tenant, from: old, to: new.sealingKey)
        } catch let error as TeamKeyError {
          throw CommandFailure("\(tenant.publicID): \(error) (\(error.code)); \(count) were sealed anew before")
        }
      }
      return count
    }
    console.write("\(count) secrets were sealed anew. Restart the workers with the new master key.")
    return .success
  }
}
