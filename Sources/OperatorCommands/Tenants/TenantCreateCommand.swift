import AttestationService

/// `assay tenant create`: makes a tenant.
struct TenantCreateCommand: Command {
  static let name = "tenant create"
  static let summary = "make a tenant"
  static let syntax = CommandSyntax(.word("NAME", "the tenant's name, for people"), DatabaseAccess.argument, .yes, .json)

  private let arguments: ParsedArguments
  private let tenant: String

  init(_ arguments: ParsedArguments) throws(UsageError) {
    self.arguments = arguments
    tenant = try arguments.required("NAME")
    guard (1...200).contains(tenant.utf8.count) else {
      throw UsageError("the name is too long or empty", mend: "Give 1 to 200 bytes.")
    }
  }

  func run(_ console: Console) async throws -> ExitStatus {
    let database = DatabaseAccess(arguments)
    _ = try database.configuration(console)
    guard console.confirms("This makes the tenant “\(tenant)”.", arguments) else { return .refused }
    let made = try await database.withPool(console) { try await TenantAdministration(pool: $0).create(name: tenant) }
    CommandOutput(console, arguments).show([("Tenant", made.publicID), ("Name", made.name)], made.json)
    return .success
  }
}
