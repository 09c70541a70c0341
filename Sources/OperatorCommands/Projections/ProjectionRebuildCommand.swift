import AttestationService
import Postgres

/// `assay projection rebuild --check`: holds the state tables against the events.
struct ProjectionRebuildCommand: Command {
  static let name = "projection rebuild"
  static let summary = "rebuild the state from the events beside the live tables and report any difference"
  static let syntax = CommandSyntax(
    .flag("--check", "compare only; required, because state tables are written with their events and never replaced"),
    .option("--tenant", "TENANT", "only this tenant; all unless given"), DatabaseAccess.argument, .json)

  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) throws(UsageError) {
    self.arguments = arguments
    guard arguments.flag("--check") else {
      throw UsageError("--check is missing", mend: "Say `assay projection rebuild --check`: it changes nothing.")
    }
  }

  func run(_ console: Console) async throws -> ExitStatus {
    let found = try await DatabaseAccess(arguments).withPool(console) { pool in
      var found: [(TenantRecord, ProjectionDifference)] = []
      for tenant in try await tenants(pool) {
        console.complain("checking \(tenant.publicID)")
        found += try await ProjectionCheck(pool: pool).differences(tenant: tenant.tenant).map { (tenant, $0) }
      }
      return found
    }
    show(found, console)
    return found.isEmpty ? .success : .refused
  }

  private func tenants(_ pool: PostgresPool) async throws -> [TenantRecord] {
    let administration = TenantAdministration(pool: pool)
    guard let tenant = arguments.value("--tenant") else { return try await administration.list() }
    return [try await administration.find(tenant)]
  }

  private func show(_ found: [(TenantRecord, ProjectionDifference)], _ console: Console) {
    if found.isEmpty, !arguments.flag("--json") {
      let tables = ProjectionCheck.tables.joined(separator: ", ")
      return console.write("The state is what the events say: \(tables).")
    }
    CommandOutput(console, arguments).show(
      "differences", ["TENANT", "TABLE", "ENTITY", "DIFFERENCE"],
      found.map { tenant, difference in
        (
          [tenant.publicID, difference.table, String(difference.entity), difference.difference],
          .object([
            ("tenant", .string(tenant.publicID)), ("table", .string(difference.table)),
            ("entity", .string(String(difference.entity))), ("difference", .string(difference.difference)),
          ])
        )
      })
  }
}
