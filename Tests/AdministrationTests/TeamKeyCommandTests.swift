import AttestationService
import Cryptography
import Foundation
import OperatorCommands
import Testing

@Suite("The commands about team keys")
struct TeamKeyCommandTests {
  private func open(_ scene: SealedScene, tenant: Int64? = nil) async throws -> [UInt8] {
    try await TeamKeyStore(pool: scene.pool).open(
      tenant: tenant ?? scene.tenant, team: SealedScene.team, with: scene.master
    ).key.x963
  }

  @Test("a key that is added opens with the master key in force, is listed without the key, and is removed again")
  func wholeLife() async throws {
    try await SealedScene.with { scene in
      let key = try P256PrivateKey()
      let person = try scene.person(key)
      let place = ["--tenant", "tnt_\(scene.tenant)"]
      #expect(await person.type(scene.addKey("--key-id", SealedScene.keyID, "--yes")).status == .success)
      #expect(try await open(scene) == key.x963)
      let listed = await person.type(["app", "team-key", "list", "--json"] + place).text
      #expect(listed.contains(SealedScene.keyID) && listed.contains(scene.master.sealingKey.fingerprint))
      #expect(!listed.contains("PRIVATE") && !listed.contains("sealed"))
      #expect(await person.type(["app", "team-key", "list"] + place).text.contains(SealedScene.team))
      let elsewhere = await person.type("app", "team-key", "list", "--tenant", "tnt_\(scene.other)").text
      #expect(elsewhere == "There are no team_keys.")
      let remove = ["app", "team-key", "remove", "--team", SealedScene.team, "--key-id", SealedScene.keyID] + place
      #expect(await person.type(remove + ["--yes"]).status == .success)
      #expect(try await scene.number("select count(*) from assay.team_keys") == 0)
      #expect(try await scene.number("select count(*) from assay.events where type in (61, 62)") == 2)
    }
  }

  @Test("without --yes a key is neither added nor removed, and the plan says whose key it is and what it replaces")
  func dryRun() async throws {
    try await SealedScene.with { scene in
      let person = try scene.person()
      let add = scene.addKey("--key-id", SealedScene.keyID)
      #expect(await person.type(add).status == .refused)
      #expect(person.complaints.contains(SealedScene.keyID) && !person.complaints.contains("in place of"))
      #expect(try await scene.number("select count(*) from assay.team_keys") == 0)
      #expect(await person.type(add + ["--yes"]).status == .success)
      let before = try await scene.state()
      #expect(await person.type(add).status == .refused)
      #expect(person.complaints.contains("in place of the one that is stored"))
      let remove = [
        "app", "team-key", "remove", "--team", SealedScene.team, "--key-id", SealedScene.keyID, "--tenant",
        "tnt_\(scene.tenant)",
      ]
      #expect(await person.type(remove).status == .refused)
      #expect(person.complaints.contains("--yes"))
      #expect(try await scene.state() == before)
    }
  }

  @Test("a key of the same name replaces the one that is stored, of this tenant only")
  func replacement() async throws {
    try await SealedScene.with { scene in
      let (first, second) = (try P256PrivateKey(), try P256PrivateKey())
      let words = scene.addKey("--key-id", SealedScene.keyID, "--yes")
      #expect(try await scene.person(first).type(words).status == .success)
      let elsewhere = scene.addKey("--key-id", SealedScene.keyID, "--yes", tenant: "tnt_\(scene.other)")
      #expect(try await scene.person(first).type(elsewhere).status == .success)
      #expect(try await scene.person(second).type(words).status == .success)
      #expect(try await open(scene) == second.x963)
      #expect(try await open(scene, tenant: scene.other) == first.x963)
      #expect(try await scene.number("select count(*) from assay.team_keys") == 2)
    }
  }

  @Test(
    "a call that is wrong changes nothing and says what to do",
    arguments: [
      Mistake(.usage, "FILE is missing", "app", "team-key", "add", "--tenant", "PLACE"),
      Mistake(.usage, "--tenant is missing", "app", "team-key", "add", "AuthKey.p8"),
      Mistake(.usage, "ten capital letters", verb: "add", team: "short"),
      Mistake(.usage, "ten capital letters", verb: "add", key: "a"),
      Mistake(.unreadable, "missing.p8 cannot be read", verb: "add", file: "missing.p8"),
      Mistake(.unreadable, "upload the .p8 file", verb: "add", file: "notes.txt"),
      Mistake(.refused, "curve P-256", verb: "add", file: "P384.p8"),
      Mistake(.refused, "there is no tenant tnt_x", verb: "add", tenant: "tnt_x"),
      Mistake(.refused, "there is no tenant tnt_x", "app", "team-key", "list", "--tenant", "tnt_x"),
      Mistake(.usage, "--tenant is missing", "app", "team-key", "list"),
      Mistake(.refused, "app team-key list", verb: "remove", key: "OTHEROTHER"),
      Mistake(.refused, "there is no tenant tnt_x", verb: "remove", tenant: "tnt_x"),
      Mistake(.usage, "--team is missing", "app", "team-key", "remove", "--tenant", "PLACE", "--yes"),
      Mistake(.usage, "there is no option --jsno", "app", "team-key", "list", "--tenant", "PLACE", "--jsno"),
      Mistake(.usage, "say which one", "app", "team-key"),
    ])
  func mistakes(_ mistake: Mistake) async throws {
    try await SealedScene.with { scene in
      let person = try scene.person()
      #expect(await person.type(scene.addKey("--key-id", SealedScene.keyID, "--yes")).status == .success)
      try await mistake.expect(from: person, in: scene)
    }
  }

  @Test("no sealing key, a master key that is none, and one that is not in force: nothing is stored")
  func masterKeys() async throws {
    try await SealedScene.with(isPublished: false) { scene in
      let words = scene.addKey("--key-id", SealedScene.keyID, "--yes")
      let cases: [(Mistake.ExitStatus, String, [String: String])] = [
        (.usage, "Start a worker first", [:]), (.usage, "openssl rand", ["ASSAY_MASTER_KEY": "short"]),
        (.unreadable, "openssl rand", ["ASSAY_MASTER_KEY_FILE": "short.key"]),
        (.unreadable, "none.key cannot be read", ["ASSAY_MASTER_KEY_FILE": "none.key"]),
      ]
      for (status, says, environment) in cases {
        let person = try scene.person(nil, environment)
        #expect(await person.type(words).status == status, "\(environment)")
        #expect(person.complaints.contains(says), "\(person.complaints)")
      }
      try await SealingKeyStore(pool: scene.pool).publish(scene.master.sealingKey)
      let stranger = try scene.person(nil, ["ASSAY_MASTER_KEY": SealedScene.masterKey()])
      #expect(await stranger.type(words).status == .refused)
      #expect(stranger.complaints.contains("is not the one in force"))
      #expect(try await scene.number("select count(*) from assay.team_keys") == 0)
      #expect(try await scene.person(nil, ["ASSAY_MASTER_KEY": scene.masterText]).type(words).status == .success)
    }
  }
}

extension Mistake {
  /// A call of `team-key add` or `remove` that is right but for what is given.
  fileprivate init(
    _ status: ExitStatus, _ says: String, verb: String, file: String = SealedScene.file, tenant: String = "PLACE",
    team: String = SealedScene.team, key: String = SealedScene.keyID
  ) {
    let rest = ["--tenant", tenant, "--team", team, "--key-id", key, "--yes"]
    self.init(status, says, words: ["app", "team-key", verb] + (verb == "add" ? [file] : []) + rest)
  }
}
