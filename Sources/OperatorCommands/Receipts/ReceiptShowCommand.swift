import AttestationService
import Cryptography
import Postgres

/// `assay receipt show`: one key's receipt.
struct ReceiptShowCommand: Command {
  static let name = "receipt show"
  static let summary = "show the receipt of a key"
  static let syntax = CommandSyntax(
    KeyPlace.appArgument, KeyPlace.keyArgument, AppPlace.tenantArgument, DatabaseAccess.argument, .json)

  private let arguments: ParsedArguments
  private let keyID: [UInt8]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    self.arguments = arguments
    keyID = try KeyPlace.keyID(arguments)
  }

  func run(_ console: Console) async throws -> ExitStatus {
    let line = try await DatabaseAccess(arguments).withPool(console) { pool in
      let place = try await AppPlace.find(arguments, pool)
      let binds: [PostgresValue] = [.text(place.app.identifier.text), .bytes(keyID)]
      let rows = try await pool.transaction(tenant: place.tenant.tenant, [PostgresStatement(Self.sql, binds)])[0]
      guard let row = rows.first else { throw CommandFailure("this key has no receipt in the schedule") }
      return try ReceiptLine(row)
    }
    let names = ["Key", "Account", "State", "Reason", "Metric", "Freshness", "Last answer", "Next question"]
    CommandOutput(console, arguments).show(zip(names, line.cells).map { (name: $0, value: $1) }, line.json)
    return .success
  }

  private static let sql = """
    select key_id, account_id, receipt_state, reason, metric, freshness, last_answer, next_due_at
    from assay.risk_keys where app_id = $1 and key_id = $2 and receipt_state is not null
    """
}
