import AttestationService
import Foundation
import HTTPServer

/// The risk reports.
struct RiskCalls: Sendable {
  let apps: AppDirectory
  let risk: RiskDesk

  var entries: [APIHandler.Entry] { [.init(operation: .readRisk, endpoint: .task(read))] }

  private func read(_ caller: Caller) async throws -> HTTPResponse {
    guard let report = RiskReport(rawValue: caller.parameters[1]) else {
      throw Refusal.invalidField("{report}", "There is no such report.")
    }
    let items = try caller.items()
    let filter = RiskDesk.Filter(
      since: try instant(items, "since"), until: try instant(items, "until"),
      minimumMetric: try items.optionalInteger("minimum_metric", in: 1...1_000_000),
      limit: try items.optionalInteger("limit", in: 1...10_000) ?? 100)
    let app = try await apps.get(tenant: caller.tenant, caller.parameters[0])
    let table = try await risk.report(report, tenant: caller.tenant, appID: app.identifier.text, filter)
    guard caller.request.headers["accept"]?.contains("text/csv") != true else {
      return HTTPResponse(
        status: 200, headers: ["Content-Type": "text/csv; charset=utf-8"], body: [UInt8](table.csv.utf8))
    }
    let rows = table.rows.map { row in
      JSONValue.object(zip(table.columns, row).map { JSONMember($0, $1.json) })
    }
    return .json(
      200, .object([JSONMember("report", .text(report.rawValue)), JSONMember("rows", .array(rows))]))
  }

  private func instant(_ items: QueryItems, _ name: String) throws(Refusal) -> Date? {
    guard let text = try items.optionalText(name, bytes: 1...40) else { return nil }
    guard let instant = try? Date(text, strategy: .iso8601) else {
      throw .invalidField("?\(name)", "Give an instant such as 2026-11-30T00:00:00Z.")
    }
    return instant
  }
}

extension RiskCell {
  var json: JSONValue {
    switch self {
    case .text(let text): .text(text)
    case .integer(let number): .integer(number)
    case .decimal(let number): .number(number)
    case .instant: .text(text)
    case .bool(let value): .bool(value)
    case .missing: .null
    }
  }
}
