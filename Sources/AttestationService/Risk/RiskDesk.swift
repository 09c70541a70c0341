public import Foundation
public import Postgres

/// Answers questions about the risk of an app's devices.
public struct RiskDesk: Sendable {
  /// What a report is limited to.
  public struct Filter: Sendable {
    /// Not before.
    public var since: Date?
    /// Before.
    public var until: Date?
    /// Only metrics of at least this.
    public var minimumMetric: Int?
    /// At most so many rows.
    public var limit: Int

    /// A filter.
    public init(since: Date? = nil, until: Date? = nil, minimumMetric: Int? = nil, limit: Int = 100) {
      self.since = since
      self.until = until
      self.minimumMetric = minimumMetric
      self.limit = limit
    }
  }

  private let pool: PostgresPool

  /// The desk of a database.
  public init(pool: PostgresPool) {
    self.pool = pool
  }

  /// A report about one app.
  public func report(_ report: RiskReport, tenant: Int64, appID: String, _ filter: Filter) async throws -> RiskTable {
    let binds: [PostgresValue] = [
      .text(appID), .timestamp(filter.since ?? Date(timeIntervalSince1970: -.infinity)),
      .timestamp(filter.until ?? Date(timeIntervalSince1970: .infinity)),
      filter.minimumMetric.map { .int4(Int32($0)) } ?? .null, .int4(Int32(filter.limit)),
    ]
    let rows = try await pool.transaction(tenant: tenant, [PostgresStatement(report.sql, binds)])[0]
    return RiskTable(columns: rows.columns, rows: rows.map { row in rows.columns.indices.map { Self.cell(row, $0) } })
  }

  /// Sets the threshold of an app with its lower mark; nil removes it.
  public func setThreshold(tenant: Int64, app: Int64, _ marks: (raiseAt: Int, clearAt: Int)?) async throws {
    let binds: [PostgresValue] = [
      .int8(tenant), .int8(app), marks.map { .int4(Int32($0.raiseAt)) } ?? .null,
      marks.map { .int4(Int32($0.clearAt)) } ?? .null,
    ]
    _ = try await pool.transaction(
      tenant: tenant, [PostgresStatement("select assay.set_risk_threshold($1, $2, $3, $4)", binds)])
  }

  private static func cell(_ row: PostgresRow, _ column: Int) -> RiskCell {
    if let number = try? row.decodeIfPresent(column, as: Int64.self) { return .integer(number) }
    if let text = try? row.decodeIfPresent(column, as: String.self) { return .text(text) }
    if let instant = try? row.decodeIfPresent(column, as: Date.self) { return .instant(instant) }
    if let number = try? row.decodeIfPresent(column, as: Double.self) { return .decimal(number) }
    if let value = try? row.decodeIfPresent(column, as: Bool.self) { return .bool(value) }
    return .missing
  }
}
