import AttestationService

/// `assay tenant secret add`: makes a secret and shows it once.
struct SecretAddCommand: Command {
  static let name = "tenant secret add"
  static let summary = "make a secret for a tenant and show it, once"
  static let syntax = CommandSyntax(
    .word("TENANT", "tnt_…"), .option("--name", "NAME", "what it is for", required: true),
    .option("--scopes", "LIST", "of verify, manage, risk, rollout; verify unless given"), DatabaseAccess.argument, .yes,
    .json)

  private let arguments: ParsedArguments
  private let tenant: String
  private let label: String
  private let scopes: [SecretScope]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    self.arguments = arguments
    tenant = try arguments.required("TENANT")
    label = try arguments.required("--name")
    let words = (arguments.value("--scopes") ?? "verify").split(separator: ",").map(String.init)
    scopes = words.compactMap(SecretScope.init)
    guard !scopes.isEmpty, scopes.count == words.count else {
      throw UsageError(
        "--scopes has an unknown word",
        mend: "Give words with commas: \(SecretScope.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
  }

  func run(_ console: Console) async throws -> ExitStatus {
    try await DatabaseAccess(arguments).withPool(console) { pool in
      let administration = TenantAdministration(pool: pool)
      let tenant = try await administration.find(tenant)
      let words = scopes.map(\.rawValue).joined(separator: ", ")
      guard console.confirms("This makes a secret “\(label)” for \(tenant.name), good for: \(words).", arguments) else {
        return .refused
      }
      let secret = try await administration.addSecret(tenant, name: label, scopes: scopes)
      console.complain("This is the only time that the secret is shown:")
      CommandOutput(console, arguments).show(
        [("Secret", secret.text)],
        .object([("tenant", .string(tenant.publicID)), ("name", .string(label)), ("secret", .string(secret.text))]))
      return .success
    }
  }
}
