import AttestationService
import Cryptography
import Postgres

/// `assay receipt list`: the receipts of an app, those that wait for a person first.
struct ReceiptListCommand: Command {
  static let name = "receipt list"
  static let summary = "list an app's receipts, those that wait for a person first"
  static let syntax = CommandSyntax(
    KeyPlace.appArgument, AppPlace.tenantArgument,
    .option("--state", "STATE", "only current, stale, quarantined, expired or held"),
    .option("--limit", "N", "at most so many; 50 unless given"), DatabaseAccess.argument, .json)

  private let arguments: ParsedArguments
  private let limit: Int32

  init(_ arguments: ParsedArguments) throws(UsageError) {
    self.arguments = arguments
    limit = try arguments.integer("--limit", in: 1...100_000) ?? 50
  }

  func run(_ console: Console) async throws -> ExitStatus {
    let found = try await DatabaseAccess(arguments).withPool(console) { pool in
      let place = try await AppPlace.find(arguments, pool)
      let binds: [PostgresValue] = [
        .text(place.app.identifier.text), .text(arguments.value("--state")), .int4(limit),
      ]
      return try await pool.transaction(tenant: place.tenant.tenant, [PostgresStatement(Self.sql, binds)])[0].map {
        try ReceiptLine($0)
      }
    }
    CommandOutput(console, arguments).show(
      "receipts", ["KEY", "ACCOUNT", "STATE", "REASON", "METRIC", "FRESHNESS", "LAST ANSWER", "NEXT"],
      found.map { ($0.cells, $0.json) })
    return .success
  }

  private static let sql = """
    select key_id, account_id, receipt_state, reason, metric, freshness, last_answer, next_due_at
    from assay.risk_keys where app_id = $1 and receipt_state is not null and ($2::text is null or receipt_state = $2)
    order by receipt_state in ('quarantined', 'held') desc, next_due_at nulls last limit $3
    """
}
