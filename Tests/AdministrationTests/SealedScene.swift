import AttestationService
import Cryptography
import Foundation
import Lifecycle
import Postgres
import PostgresTestSupport

/// A database with two tenants and a master key that a worker has published, for commands about what is sealed.
struct SealedScene: Sendable {
  static let team = "ABCDE12345"
  static let keyID = "KEYKEYKEY1"
  static let file = "AuthKey.p8"

  let database: TestDatabase
  let tenant: Int64
  let other: Int64
  /// The master key as its setting's text.
  let masterText: String
  let master: MasterKey
  /// A pool of the superuser.
  let pool: PostgresPool

  /// Lends a scene to `body`.
  static func with(isPublished: Bool = true, _ body: @Sendable (SealedScene) async throws -> Void) async throws {
    try await TestDatabase.with { database in
      let pool = try database.pool(nil, limit: 4)
      defer { pool.close() }
      let text = Self.masterKey()
      let scene = SealedScene(
        database: database, tenant: try await TestTenant.make(in: database, keys: 0).tenant,
        other: try await TestTenant.make(in: database, keys: 0).tenant, masterText: text,
        master: try MasterKey(Secret(text)), pool: pool)
      if isPublished { try await SealingKeyStore(pool: pool).publish(scene.master.sealingKey) }
      try await body(scene)
    }
  }

  /// A new master key's text.
  static func masterKey() -> String { Base64.encode(SecureRandom.bytes(32)) }

  /// Somebody with the files of a key, of one on another curve, and of something else.
  func person(_ key: P256PrivateKey? = nil, _ environment: [String: String] = [:]) throws -> Operator {
    let pem = try (key ?? P256PrivateKey()).pkcs8PEM()
    let files = [
      Self.file: pem, "P384.p8": try P384PrivateKey().pkcs8PEM(), "notes.txt": "nothing", "short.key": "AAAA",
    ]
    return Operator(database, files: files.mapValues { [UInt8]($0.utf8) }, environment: environment)
  }

  /// The words that store the key.
  func addKey(_ more: String..., file: String = SealedScene.file, tenant: String? = nil) -> [String] {
    ["app", "team-key", "add", file, "--tenant", tenant ?? "tnt_\(self.tenant)", "--team", Self.team] + more
  }

  func number(_ sql: String) async throws -> Int {
    try await pool.withConnection { try await $0.query(sql) }.single().decode(0)
  }

  func run(_ sql: String) async throws {
    _ = try await pool.withConnection { try await $0.query(sql) }
  }

  /// Everything that a command about sealed things could change, as one text.
  func state() async throws -> String {
    try await pool.withConnection { connection in
      try await connection.query(
        """
        select concat_ws('|',
          (select string_agg(t::text, ';' order by t::text) from assay.team_keys t),
          (select string_agg(t::text, ';' order by t::text) from assay.webhooks t),
          (select string_agg(t::text, ';' order by t::text) from assay.webhook_deliveries t),
          (select string_agg(t::text, ';' order by t::text) from assay.jobs t),
          (select string_agg(t::text, ';' order by t::text) from assay.sealing_keys t),
          (select count(*) from assay.events))
        """)
    }.single().decode(0)
  }
}
