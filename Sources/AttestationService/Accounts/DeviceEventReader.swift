import Foundation
import Postgres

/// Reads the streams of accounts. Within a stream positions are taken under a lock, so that none appears late.
struct DeviceEventReader: Sendable {
  let pool: PostgresPool

  func events(tenant: Int64, account: Int64, after position: Int64, limit: Int) async throws -> [DeviceAccountEvent] {
    let read = PostgresStatement(
      """
      SELECT version, type, at, subject FROM assay.events
      WHERE tenant_id = $1 AND stream = $2 AND version > $3 ORDER BY version LIMIT $4
      """, [.int8(tenant), .int8(account), .int8(position), .int8(Int64(limit))])
    return try await pool.transaction(tenant: tenant, [read])[0].compactMap(Self.event)
  }

  private static func event(_ row: PostgresRow) throws -> DeviceAccountEvent? {
    guard let kind = DeviceAccountEvent.Kind(rawValue: try row.decode("type")) else { return nil }
    let isToken = kind == .tokenIssued || kind == .tokenRevoked
    let subject: Int64? = try row.decodeIfPresent("subject")
    return DeviceAccountEvent(
      position: try row.decode("version"), kind: kind, at: try row.decode("at"),
      tokenID: isToken ? subject.map { DeviceNumber.tokenPrefix + DeviceNumber.text($0) } : nil)
  }
}
