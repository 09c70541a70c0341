import AttestationService

/// `assay tenant secret revoke`: ends a secret.
struct SecretRevokeCommand: Command {
  static let name = "tenant secret revoke"
  static let summary = "end a secret on every replica, within a second"
  static let syntax = CommandSyntax(
    .word("TENANT", "tnt_…"), .word("SECRET", "the secret's id, as `tenant secret list` shows it"),
    DatabaseAccess.argument, .yes, .json)

  private let arguments: ParsedArguments
  private let tenant: String
  private let secret: String

  init(_ arguments: ParsedArguments) throws(UsageError) {
    self.arguments = arguments
    tenant = try arguments.required("TENANT")
    secret = try arguments.required("SECRET")
  }

  func run(_ console: Console) async throws -> ExitStatus {
    try await DatabaseAccess(arguments).withPool(console) { pool in
      let administration = TenantAdministration(pool: pool)
      let tenant = try await administration.find(tenant)
      guard let known = try await administration.secrets(tenant).first(where: { $0.id == secret }) else {
        throw CommandFailure("\(tenant.name) has no secret \(secret)")
      }
      guard console.confirms("This ends the secret “\(known.name)” of \(tenant.name) for good.", arguments) else {
        return .refused
      }
      try await administration.revokeSecret(tenant, id: secret)
      CommandOutput(console, arguments).show(
        [("Secret", secret), ("Status", "revoked")],
        .object([("secret_id", .string(secret)), ("status", "revoked")]))
      return .success
    }
  }
}
