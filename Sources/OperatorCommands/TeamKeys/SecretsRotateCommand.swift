import AttestationService
import Postgres

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
    let new = try MasterKeyPlace.read("ASSAY_NEW_MASTER_KEY", console).sealingKey
    guard old.sealingKey != new else {
      throw UsageError("both master keys are the same", mend: "Make a new one with `openssl rand -base64 32`.")
    }
    return try await DatabaseAccess(arguments).withPool(console) { pool in
      try await check(old.sealingKey, new, pool)
      let plan = "This seals what \(old.sealingKey.fingerprint) opens anew for \(new.fingerprint)."
      guard console.confirms(plan, arguments) else { return .refused }
      let count = try await rotate(from: old, to: new, pool)
      console.write("\(count) secrets were sealed anew. Restart the workers with the new master key.")
      return .success
    }
  }

  /// A wrong old key is found before the new one is put in force: from then on nobody stores anything for the old one.
  private func check(_ old: SealingKey, _ new: SealingKey, _ pool: PostgresPool) async throws {
    if let inForce = try await SealingKeyStore(pool: pool).inForce(), inForce != old, inForce != new {
      throw CommandFailure(
        """
        ASSAY_MASTER_KEY is \(old.fingerprint), and the one in force is \(inForce.fingerprint); nothing was done. \
        Give that.
        """)
    }
    let rotation = SecretRotation(pool: pool)
    for tenant in try await TenantAdministration(pool: pool).list() {
      guard let other = try await rotation.strangers(tenant: tenant.tenant, to: old, and: new).first else { continue }
      throw CommandFailure(
        """
        \(tenant.publicID) has secrets that only \(other) opens; nothing was done. Rotate from that one to the one \
        in force first, or remove them.
        """)
    }
  }

  private func rotate(from old: MasterKey, to new: SealingKey, _ pool: PostgresPool) async throws -> Int {
    let rotation = SecretRotation(pool: pool)
    try await rotation.begin(from: old.sealingKey, to: new)
    var count = 0
    for tenant in try await TenantAdministration(pool: pool).list() {
      do {
        count += try await rotation.run(tenant: tenant.tenant, from: old, to: new)
      } catch let error as TeamKeyError {
        throw CommandFailure("\(tenant.publicID): \(error) (\(error.code)); \(count) were sealed anew before")
      }
    }
    return count
  }
}
