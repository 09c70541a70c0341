import AttestationService
import Cryptography
import Foundation
import Lifecycle
import Locking
import OperatorCommands
import Postgres
import PostgresTestSupport
import Testing

@Suite("The command that seals everything anew for another master key")
struct SecretsRotateCommandTests {
  private static let words = ["secrets", "rotate", "--yes"]

  /// Whoever stores a team key, and how.
  enum Way: String, CaseIterable {
    case api, commandLine

    func add(_ key: P256PrivateKey, team: String, _ scene: SealedScene, _ pool: PostgresPool) async throws {
      switch self {
      case .api:
        _ = try await TeamKeyDesk(pool: pool).add(
          team: team, keyID: SealedScene.keyID, pem: try key.pkcs8PEM(), tenant: scene.tenant)
      case .commandLine:
        let person = try scene.person(key)
        let words = [
          "app", "team-key", "add", SealedScene.file, "--tenant", "tnt_\(scene.tenant)", "--team", team, "--key-id",
          SealedScene.keyID, "--yes",
        ]
        #expect(await person.type(words).status == .success, "\(person.complaints)")
      }
    }
  }

  private func master(_ text: String) throws -> MasterKey { try MasterKey(Secret(text)) }

  private func rotate(_ scene: SealedScene, from old: String, to new: String) async throws -> Mistake.ExitStatus {
    let person = try scene.person(nil, ["ASSAY_MASTER_KEY": old, "ASSAY_NEW_MASTER_KEY": new])
    let status = await person.type(Self.words).status
    #expect(status == .success, "\(person.complaints)")
    return status
  }

  @Test("team keys and webhook secrets of all tenants open with the new master key, and a repeat finds nothing to do")
  func everything() async throws {
    try await SealedScene.with { scene in
      let person = try scene.person()
      for tenant in [scene.tenant, scene.other] {
        let words = scene.addKey("--key-id", SealedScene.keyID, "--yes", tenant: "tnt_\(tenant)")
        #expect(await person.type(words).status == .success)
        let hook = ["webhook", "add", "https://hooks.example.com", "--tenant", "tnt_\(tenant)", "--yes"]
        #expect(await person.type(hook).status == .success)
      }
      let text = SealedScene.masterKey()
      let new = try master(text)
      let somebody = try scene.person(nil, ["ASSAY_MASTER_KEY": scene.masterText, "ASSAY_NEW_MASTER_KEY": text])
      #expect(await somebody.type(Self.words).text.hasPrefix("4 secrets were sealed anew."))
      #expect(await somebody.type(Self.words).text.hasPrefix("0 secrets were sealed anew."))
      for tenant in [scene.tenant, scene.other] {
        _ = try await TeamKeyStore(pool: scene.pool).open(tenant: tenant, team: SealedScene.team, with: new)
      }
      let outbox = WebhookOutbox(pool: scene.pool)
      for entry in try await outbox.entries() { _ = try outbox.open(entry, with: new) }
    }
  }

  @Test(
    "a key that is being stored when the rotation begins is sealed anew by it", .timeLimit(.minutes(2)),
    arguments: Way.allCases)
  func storedMeanwhile(_ way: Way) async throws {
    try await SealedScene.with { scene in
      let pool = try scene.database.pool(.api, limit: 1)
      defer { pool.close() }
      let (key, text) = (try P256PrivateKey(), SealedScene.masterKey())
      let hasEnded = Locked(false)
      // Whoever stores a key comes past the look at the master key in force, and waits for the tenant's row.
      let (upload, rotation) = try await scene.pool.withTransaction(tenant: nil) { transaction in
        try await transaction.query("select from assay.tenants where tenant_id = \(scene.tenant) for update")
        let upload = Task { try await way.add(key, team: SealedScene.team, scene, pool) }
        while try await scene.waiting() < 1 { try await Task.sleep(for: .milliseconds(5)) }
        let rotation = Task {
          defer { hasEnded.withLock { $0 = true } }
          return try await rotate(scene, from: scene.masterText, to: text)
        }
        while try await scene.waiting() < 2, !hasEnded.withLock({ $0 }) {
          try await Task.sleep(for: .milliseconds(5))
        }
        return (upload, rotation)
      }
      try await upload.value
      #expect(try await rotation.value == .success)
      let opened = try await TeamKeyStore(pool: scene.pool).open(
        tenant: scene.tenant, team: SealedScene.team, with: try master(text))
      #expect(opened.key.x963 == key.x963)
    }
  }

  @Test(
    "of keys that are stored while the master key is rotated again and again, none is lost or left behind",
    .timeLimit(.minutes(5)))
  func storedAllTheTime() async throws {
    try await SealedScene.with { scene in
      let pool = try scene.database.pool(.api, limit: 4)
      defer { pool.close() }
      let key = try P256PrivateKey()
      let teams = (0..<80).map { "TEAM" + String(100_000 + $0) }
      let isOver = Locked(false)
      async let uploads: Void = withThrowingTaskGroup(of: Void.self) { group in
        for lane in 0..<4 {
          group.addTask {
            for (place, team) in teams.enumerated() where place % 4 == lane {
              try await (lane == 0 ? Way.commandLine : .api).add(key, team: team, scene, pool)
            }
          }
        }
        defer { isOver.withLock { $0 = true } }
        try await group.waitForAll()
      }
      var text = scene.masterText
      while !isOver.withLock({ $0 }) {
        let next = SealedScene.masterKey()
        #expect(try await rotate(scene, from: text, to: next) == .success)
        text = next
      }
      try await uploads
      let last = try master(text)
      #expect(try await scene.number("select count(*) from assay.team_keys") == teams.count)
      for team in teams {
        let opened = try await TeamKeyStore(pool: scene.pool).open(tenant: scene.tenant, team: team, with: last)
        #expect(opened.key.x963 == key.x963)
      }
    }
  }

  @Test("an old key that no worker had published does not come back in force with a worker that still has it")
  func restartedWorker() async throws {
    try await SealedScene.with(isPublished: false) { scene in
      let text = SealedScene.masterKey()
      #expect(try await rotate(scene, from: scene.masterText, to: text) == .success)
      let store = SealingKeyStore(pool: scene.pool)
      try await store.publish(scene.master.sealingKey)
      #expect(try await store.inForce() == master(text).sealingKey)
    }
  }

  @Test("a clock that was set back does not leave the old key in force")
  func clock() async throws {
    try await SealedScene.with { scene in
      try await scene.run("update assay.sealing_keys set published_at = now() + interval '1 hour'")
      let text = SealedScene.masterKey()
      #expect(try await rotate(scene, from: scene.masterText, to: text) == .success)
      #expect(try await SealingKeyStore(pool: scene.pool).inForce() == master(text).sealingKey)
    }
  }

  @Test("wrong master keys are found before anything is changed, the key in force included")
  func mistakes() async throws {
    try await SealedScene.with { scene in
      let add = scene.addKey("--key-id", SealedScene.keyID, "--yes")
      #expect(try await scene.person().type(add).status == .success)
      let (old, new) = (scene.masterText, SealedScene.masterKey())
      let cases: [(Mistake.ExitStatus, String, [String: String])] = [
        (.usage, "ASSAY_MASTER_KEY_FILE", [:]), (.usage, "ASSAY_NEW_MASTER_KEY_FILE", ["ASSAY_MASTER_KEY": old]),
        (.usage, "ASSAY_NEW_MASTER_KEY holds no", ["ASSAY_MASTER_KEY": old, "ASSAY_NEW_MASTER_KEY": "short"]),
        (.usage, "are the same", ["ASSAY_MASTER_KEY": old, "ASSAY_NEW_MASTER_KEY": old]),
        (.unreadable, "short.key", ["ASSAY_MASTER_KEY": old, "ASSAY_NEW_MASTER_KEY_FILE": "short.key"]),
        (.unreadable, "none.key", ["ASSAY_MASTER_KEY_FILE": "none.key", "ASSAY_NEW_MASTER_KEY": new]),
        (
          .refused, "the one in force is \(scene.master.sealingKey.fingerprint)",
          ["ASSAY_MASTER_KEY": SealedScene.masterKey(), "ASSAY_NEW_MASTER_KEY": new]
        ),
      ]
      for (status, says, environment) in cases {
        try await Mistake(status, says, words: Self.words).expect(from: scene.person(nil, environment), in: scene)
      }
      let dry = try scene.person(nil, ["ASSAY_MASTER_KEY": old, "ASSAY_NEW_MASTER_KEY": new])
      try await Mistake(.refused, "say --yes", "secrets", "rotate").expect(from: dry, in: scene)
    }
  }

  @Test("what neither master key opens stops a rotation before it begins, not halfway")
  func strangers() async throws {
    try await SealedScene.with { scene in
      let add = scene.addKey("--key-id", SealedScene.keyID, "--yes")
      #expect(try await scene.person().type(add).status == .success)
      try await scene.run("update assay.team_keys set master_key = '0123456789abcdef'")
      let environment = ["ASSAY_MASTER_KEY": scene.masterText, "ASSAY_NEW_MASTER_KEY": SealedScene.masterKey()]
      let mistake = Mistake(.refused, "only 0123456789abcdef opens", words: Self.words)
      try await mistake.expect(from: scene.person(nil, environment), in: scene)
    }
  }
}

extension SealedScene {
  /// How many connections of the database wait for a lock.
  fileprivate func waiting() async throws -> Int {
    try await number(
      "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")
  }
}
