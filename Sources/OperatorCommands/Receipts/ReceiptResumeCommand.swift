import AttestationService
import JobQueue

/// `assay receipt resume`: ends a pause.
struct ReceiptResumeCommand: Command {
  static let name = "receipt resume"
  static let summary = "ask Apple again after a pause"
  static let syntax = CommandSyntax(
    .option("--tenant", "TENANT", "tnt_…; without, the pause of all"), DatabaseAccess.argument, .yes)

  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) throws(UsageError) { self.arguments = arguments }

  func run(_ console: Console) async throws -> ExitStatus {
    let whom = arguments.value("--tenant") ?? "every tenant"
    guard console.confirms("This lets the questions to Apple go on for \(whom).", arguments) else { return .refused }
    return try await DatabaseAccess(arguments).withPool(console) { pool in
      var tenant: Int64?
      if let name = arguments.value("--tenant") {
        tenant = try await TenantAdministration(pool: pool).find(name).tenant
      }
      guard try await QueuePauses(pool: pool).resume(.receipts, tenant: tenant) else {
        throw CommandFailure("nothing was paused there")
      }
      return .success
    }
  }
}
