import AttestationService
import Foundation

/// What the risk commands share: they read one report and print it as a table, as JSON or as CSV.
protocol RiskCommand: Command {
  static var report: RiskReport { get }
  var arguments: ParsedArguments { get }
}

extension RiskCommand {
  static var syntax: CommandSyntax {
    CommandSyntax(
      KeyPlace.appArgument, AppPlace.tenantArgument, .option("--since", "RFC3339", "not before this instant"),
      .option("--until", "RFC3339", "before this instant"),
      .option("--minimum-metric", "N", "only metrics of at least N"),
      .option("--limit", "N", "at most so many rows"), .flag("--csv", "print CSV"), DatabaseAccess.argument, .json)
  }

  func run(_ console: Console) async throws -> ExitStatus {
    let filter = try filter()
    let table = try await DatabaseAccess(arguments).withPool(console) { pool in
      let place = try await AppPlace.find(arguments, pool)
      return try await RiskDesk(pool: pool).report(
        Self.report, tenant: place.tenant.tenant, appID: place.app.identifier.text, filter)
    }
    if arguments.flag("--csv") {
      console.write(String(table.csv.dropLast()))
    } else {
      let heading = table.columns.map { $0.uppercased().replacing("_", with: " ") }
      CommandOutput(console, arguments).show(Self.report.rawValue, heading, table.rows.map { row(table, $0) })
    }
    return .success
  }

  private func row(_ table: RiskTable, _ cells: [RiskCell]) -> (cells: [String], json: JSONValue) {
    (
      cells.map { $0 == .missing ? "-" : $0.text },
      .object(zip(table.columns, cells).map { ($0, $1.json) })
    )
  }

  private func filter() throws(UsageError) -> RiskDesk.Filter {
    RiskDesk.Filter(
      since: try instant("--since"), until: try instant("--until"),
      minimumMetric: try arguments.integer("--minimum-metric", in: 1...1_000_000),
      limit: try arguments.integer("--limit", in: 1...1_000_000) ?? Self.defaultLimit)
  }

  private static var defaultLimit: Int { report == .keys ? 1_000_000 : 50 }

  private func instant(_ name: String) throws(UsageError) -> Date? {
    guard let text = arguments.value(name) else { return nil }
    guard let instant = try? Date(text, strategy: .iso8601) else {
      throw UsageError("\(name) is no instant", mend: "Say for example \(name) 2026-11-30T00:00:00Z.")
    }
    return instant
  }
}

extension RiskCell {
  var json: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .integer(let number): .integer(number)
    // Two digits are enough for an average, and a JSON number of this program is a whole one.
    case .decimal: .string(text)
    case .instant(let instant): .instant(instant)
    case .bool(let value): .bool(value)
    case .missing: .null
    }
  }
}
