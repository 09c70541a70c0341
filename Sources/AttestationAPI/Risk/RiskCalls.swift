import AttestationService
import Foundation
import HTTPServer

/// The risk reports.
struct RiskCalls: Sendable {
  let apps: AppDirectory
  let risk: RiskDesk

  var entries: [APIHandler.Entry] {
    [
      .init(operation: .readRisk, endpoint: .task(read)),
      .init(operation: .setRiskThreshold, endpoint: .task(setThreshold)),
      .init(operation: .removeRiskThreshold, endpoint: .task(removeThreshold)),
    ]
  }

  private func setThreshold(_ caller: Caller) async throws -> HTTPResponse {
    let body = try caller.object()
    guard let raise = try body.optionalInteger("raise_at", in: 1...1_000) else {
      throw Refusal.missingField("/raise_at")
    }
    guard let clear = try body.optionalInteger("clear_at", in: 0...999) else { throw Refusal.missingField("/clear_at") }
    guard clear < raise else {
      throw Refusal.contradictoryFields("/clear_at", "The lower mark must be below the upper one.")
    }
    let app = try await apps.get(tenant: caller.tenant, caller.parameters[0])
    try await risk.setThreshold(tenant: caller.tenant, app: app.app, (raise, clear))
    return .json(
      200,
      .object([JSONMember("raise_at", .integer(Int64(raise))), JSONMember("clear_at", .integer(Int64(clear)))]))
  }

  private func removeThreshold(_ caller: Caller) async throws -> HTTPResponse {
    let app = try await apps.get(tenant: caller.tenant, caller.parameters[0])
    try await risk.setThreshold(tenant: caller.tenant, app: app.app, nil)
    return HTTPResponse(status: 204)
  }

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
