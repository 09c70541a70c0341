import AppleLab
import AttestationService
import Cryptography
import Foundation
import Lifecycle
import Postgres
import PostgresTestSupport

/// Everything around a worker: a migrated database, a tenant with a team key, the lab's Apple, and files for settings.
public struct WorkerStage: Sendable {
  /// The team of the tenant's app.
  public static let team = "ABCDE12345"
  /// Apple's name for the team's key.
  public static let keyID = "KEYKEYKEY1"
  /// The App ID of the tenant's app.
  public static let appID = "ABCDE12345.com.example.app"

  /// The database.
  public let database: TestDatabase
  /// The lab's Apple.
  public let apple: AppleServer
  /// The lab's authorities.
  public let authorities: LabAuthorities
  /// The tenant.
  public let tenant: Int64
  /// The app.
  public let app: Int64
  /// The team's key.
  public let teamKey: P256PrivateKey
  /// The master key, as its setting's text.
  public let masterKey: String
  /// A folder with `root.pem` (of TLS) and the lab's roots.
  public let folder: URL
  /// A pool of the superuser.
  public let pool: PostgresPool

  /// Lends a stage to `body` and clears it away.
  public static func with<R>(
    isolation: isolated (any Actor)? = #isolation, _ body: (WorkerStage) async throws -> R
  ) async throws -> R {
    try await TestDatabase.with { database in
      let stage = try await WorkerStage(database)
      defer { stage.clear() }
      return try await body(stage)
    }
  }

  private init(_ database: TestDatabase) async throws {
    self.database = database
    pool = try database.pool(limit: 4)
    authorities = try LabAuthorities.create(at: Date())
    apple = try AppleServer(authorities: authorities, transport: try LabTransport())
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("assay-stage-\(UUID().uuidString)")
    try authorities.write(to: folder)
    try apple.rootPEM.write(to: folder.appendingPathComponent("root.pem"), atomically: true, encoding: .utf8)
    masterKey = Base64.encode(SecureRandom.bytes(32))
    teamKey = try P256PrivateKey()
    let made = try await TestTenant.make(in: database, keys: 0)
    tenant = made.tenant
    app = made.app
    _ = try await pool.withConnection { connection in
      try await connection.query(
        "update assay.apps set app_id = $2 where tenant_id = $1", [.int8(tenant), .text(Self.appID)])
    }
    try await giveTeamKey(to: tenant)
    try apple.trust(team: Self.team, keyID: Self.keyID, publicKey: teamKey.x963)
  }

  private func clear() {
    apple.stop()
    pool.close()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Stores the team's key for a tenant.
  public func giveTeamKey(to tenant: Int64) async throws {
    let key = try TeamKey(team: Self.team, keyID: Self.keyID, pem: teamKey.pkcs8PEM())
    try await TeamKeyStore(pool: pool).put(key, tenant: tenant, sealing: try MasterKey(Secret(masterKey)).sealingKey)
  }

  /// The variables of a worker's settings.
  public func environment(name: String = "worker", _ more: [String: String] = [:]) -> [String: String] {
    let conninfo = "\(database.server.conninfo) dbname=\(database.name) user=assay_worker"
    return [
      "ASSAY_DATABASE_URL": conninfo, "ASSAY_MASTER_KEY": masterKey, "ASSAY_WORKER_NAME": name,
      "ASSAY_APPLE_PRODUCTION_URL": apple.url(.production), "ASSAY_APPLE_DEVELOPMENT_URL": apple.url(.development),
      "ASSAY_APPLE_CA_FILE": folder.appendingPathComponent("root.pem").path, "ASSAY_LAB": "true",
      "ASSAY_LAB_ROOTS": folder.path, "ASSAY_POLL_SECONDS": "0.05", "ASSAY_OPERATIONS_PORT": "0",
      "ASSAY_LOG_LEVEL": "critical", "ASSAY_LOG_FORMAT": "text",
    ].merging(more) { $1 }
  }
}
