import AttestationService
import JobQueue

/// `assay receipt pause`: no more questions to Apple, for a tenant or for all, within two seconds.
struct ReceiptPauseCommand: Command {
  static let name = "receipt pause"
  static let summary = "stop asking Apple, for a tenant or for all"
  static let syntax = CommandSyntax(
    .option("--tenant", "TENANT", "tnt_…; without, for all"),
    .option("--reason", "TEXT", "why; others read it", required: true), DatabaseAccess.argument, .yes)

  private let arguments: ParsedArguments
  private let reason: String

  init(_ arguments: ParsedArguments) throws(UsageError) {
    self.arguments = arguments
    reason = try arguments.required("--reason")
  }

  func run(_ console: Console) async throws -> ExitStatus {
    let whom = arguments.value("--tenant") ?? "every tenant"
    guard console.confirms("This stops the questions to Apple for \(whom).", arguments) else { return .refused }
    try await DatabaseAccess(arguments).withPool(console) { pool in
      var tenant: Int64?
      if let name = arguments.value("--tenant") {
        tenant = try await TenantAdministration(pool: pool).find(name).tenant
      }
      let who = console.environment["USER"] ?? "operator"
      try await QueuePauses(pool: pool).pause(.receipts, tenant: tenant, by: who, reason: reason)
    }
    return .success
  }
}
