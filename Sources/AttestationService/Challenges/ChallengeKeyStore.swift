import Cryptography
import Foundation
import Postgres

/// The service keys in the database, where every replica finds the same ones. They stand under tenant 0.
struct ChallengeKeyStore: Sendable {
  private static let tenant: Int64 = 0
  let pool: PostgresPool

  func keys(at now: Date) async throws -> [ChallengeMACKey] {
    let read = PostgresStatement(
      "SELECT number, key, active_from FROM assay.read_challenge_mac_keys($1)", [.int8(Self.tenant)])
    return try await pool.transaction(tenant: Self.tenant, [read])[0].map { row in
      ChallengeMACKey(
        number: UInt16(truncatingIfNeeded: try row.decode("number", as: Int32.self)), bytes: try row.decode("key"),
        activeFrom: try row.decode("active_from"))
    }
  }

  /// Enters a new key. Another replica may have been first; its key stands.
  func enter(_ due: (number: UInt16, activeFrom: Date), retireAfter: Date) async throws {
    let enter = PostgresStatement(
      "SELECT assay.enter_challenge_mac_key($1, $2, $3, $4, $5)",
      [
        .int8(Self.tenant), .int4(Int32(due.number)), .bytes(SecureRandom.bytes(32)), .timestamp(due.activeFrom),
        .timestamp(retireAfter),
      ])
    _ = try await pool.transaction(tenant: Self.tenant, [enter])
  }
}
