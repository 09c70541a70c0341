import Foundation
import Postgres

/// A tenant with an app, an account and keys, made without any cryptography.
public struct TestTenant: Sendable {
  /// The tenant's id.
  public let tenant: Int64
  /// The app's id.
  public let app: Int64
  /// The keys' ids.
  public let keys: [Int64]
  /// The account of all keys.
  public static let account = "account"
  /// The operation of all challenges.
  public static let operation = "operation"

  /// Makes a tenant through the functions that the programs use.
  public static func make(in database: TestDatabase, keys count: Int = 1) async throws -> TestTenant {
    let owner = try database.pool(.owner, limit: 1)
    let api = try database.pool(.api, limit: 1)
    defer {
      owner.close()
      api.close()
    }
    let tenant: Int64 = try await owner.withConnection { try await $0.query("select assay.next_id()") }
      .single().decode(0)
    _ = try await owner.transaction(
      tenant: tenant,
      [
        PostgresStatement(
          "select assay.create_tenant($1, $2, 'test', null)", [.int8(tenant), .text("tnt_\(tenant)")])
      ])
    let app: Int64 = try await api.transaction(
      tenant: tenant,
      [
        PostgresStatement(
          "select assay.create_app($1, '1234567890.com.example', '{production}', '{ios}', '{}', null)", [.int8(tenant)])
      ])[0].single().decode(0)
    var made = TestTenant(tenant: tenant, app: app, keys: [])
    for number in 0..<count { made = made.adding(try await made.register(number, through: api)) }
    return made
  }

  private func adding(_ key: Int64) -> TestTenant { TestTenant(tenant: tenant, app: app, keys: keys + [key]) }

  /// The public key of a number: 65 bytes that stand for a point.
  public static func publicKey(_ number: Int) -> [UInt8] {
    [4] + (0..<8).flatMap { _ in withUnsafeBytes(of: Int64(number).bigEndian, Array.init) }
  }

  /// Registers one key through challenge, claim and record. Throws when it is refused.
  public func register(
    _ number: Int, account: String = TestTenant.account, showsExtension: Bool = false, through pool: PostgresPool
  ) async throws -> Int64 {
    let row = try await attest(number, account: account, showsExtension: showsExtension, through: pool)
    return try row.decode("key_pk")
  }

  /// Attests one key and returns the row of `record_attestation`.
  public func attest(
    _ number: Int, account: String = TestTenant.account, showsExtension: Bool = false, through pool: PostgresPool
  ) async throws -> PostgresRow {
    let expiry = Date(timeIntervalSince1970: (Date().timeIntervalSince1970 + 600).rounded())
    let secret = [UInt8](repeating: 7, count: 32)
    let submission = (0..<32).map { _ in UInt8.random(in: 0...255) }
    return try await pool.withTransaction(tenant: tenant) { transaction in
      let challenge: Int64 = try await transaction.query(
        "select * from assay.issue_challenges($1, $2, $3, $4, $5, $6, $7)",
        [
          .int8(tenant), .int8Array([app]), .int2Array([1]), .textArray([account]), .textArray([""]),
          .timestampArray([expiry]), .bytesArray([secret]),
        ]
      ).single().decode(0)
      try await transaction.query(
        "select * from assay.claim_attestation_challenge($1, $2, $3, $4, $5, $6, $7)",
        [
          .int8(tenant), .int8(app), .int8(challenge), .timestamp(expiry), .bytes(secret), .text(account),
          .bytes(submission),
        ])
      return try await transaction.query(
        """
        select * from assay.record_attestation($1, $2, $3, $4, $5, $6, sha256($7), $7, 1::smallint, 4, '1.0', '18.0',
          'device', $8, false, 'missing', null, null, null, 'correlation')
        """,
        [
          .int8(tenant), .int8(app), .text(account), .int8(challenge), .timestamp(expiry), .bytes(submission),
          .bytes(TestTenant.publicKey(number)), .bool(showsExtension),
        ]
      ).single()
    }
  }
}
