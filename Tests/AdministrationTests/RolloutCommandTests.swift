import Foundation
import OperatorCommands
import Postgres
import PostgresTestSupport
import Testing

@Suite("On-call's commands for rollouts", .serialized)
struct RolloutCommandTests {
  private static let app = "1234567890.com.example"
  private static let plan = ["--name", "launch", "--kind", "first_rollout", "--rate", "60", "--population", "400"]

  struct Scene {
    let person: Operator
    let database: TestDatabase
    let tenant: Int64

    /// Types `assay rollout WORDS` about the app, and answers yes.
    func rollout(_ words: String..., by other: Operator? = nil) async -> (
      status: OperatorCommands.ExitStatus, text: String
    ) {
      await (other ?? person).type(["rollout"] + words + ["--tenant", "tnt_\(tenant)"])
    }

    /// Types `assay rollout WORD APP MORE`.
    func about(_ word: String, _ more: [String] = []) async -> OperatorCommands.ExitStatus {
      await person.type(["rollout", word, RolloutCommandTests.app] + more + ["--tenant", "tnt_\(tenant)"]).status
    }

    /// Creates the rollout and answers its number.
    func create(_ more: String...) async throws -> String {
      let words = RolloutCommandTests.plan + more + ["--yes", "--json", "--tenant", "tnt_\(tenant)"]
      let text = await person.type(["rollout", "create", RolloutCommandTests.app] + words).text
      let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      return try #require(object?["rollout_id"] as? String, "\(text)\n\(person.complaints)")
    }

    /// What is written down of rollouts; a refused command leaves it as it was.
    func written() async throws -> [Int64] {
      let pool = try database.pool(nil, limit: 1)
      defer { pool.close() }
      return try await pool.withConnection { connection in
        try await connection.query(
          """
          select count(*) from assay.rollouts union all select count(*) from assay.events where type >= 100
          union all select coalesce(sum(revision), 0)::bigint from assay.rollouts
          union all select count(*) from assay.rollout_freezes
          """
        ).column(0)
      }
    }
  }

  private func with(_ body: (Scene) async throws -> Void) async throws {
    try await TestDatabase.with { database in
      let tenant = try await TestTenant.make(in: database, keys: 0).tenant
      try await body(Scene(person: Operator(database), database: database, tenant: tenant))
    }
  }

  @Test("each mistake is refused in words that say what to do, and changes nothing")
  func mistakes() async throws {
    try await with { scene async throws in
      let id = try await scene.create("--ramp", "20%:3,100%")
      let plan = Self.plan
      let before = try await scene.written()
      let mistakes: [(word: String, more: [String], says: String)] = [
        ("create", plan, "rollouts_overlap"),
        ("create", plan.map { $0 == "60" ? "101" : $0 }, "100 a second at most"),
        ("create", plan.map { $0 == "launch" ? " " : $0 }, "--name is empty"),
        ("create", plan + ["--ramp", "20%:3,10%:5,100%"], "goes down"),
        ("create", plan + ["--not-after", "2020-01-01T00:00:00Z"], "in the past"),
        ("rate", [id, "--rate", "80"], "say why"), ("rate", [id, "--rate", "200", "--reason", "x"], "100 a second"),
        ("rate", [id, "--rate", "0"], "pause the rollout"), ("abort", [id], "say why"),
        ("resume", [id], "start it first"), ("step", [id], "start it first"), ("start", ["99"], "no such rollout"),
      ]
      for mistake in mistakes {
        let status = await scene.about(mistake.word, mistake.more + ["--yes"])
        #expect(status == .refused || status == .usage, "\(mistake)")
        #expect(scene.person.complaints.contains(mistake.says), "\(mistake): \(scene.person.complaints)")
      }
      let unknown = ["rollout", "plan", "1234567890.com.other", "--tenant", "tnt_\(scene.tenant)"] + plan
      #expect(await scene.person.type(unknown).status == .refused)
      #expect(scene.person.complaints.contains("assay app list"))
      #expect(await scene.rollout("unfreeze", "--yes").status == .refused)
      #expect(scene.person.complaints.contains("--reason"))
      #expect(await scene.rollout("unfreeze", "--reason", "calm", "--yes").status == .refused)
      #expect(scene.person.complaints.contains("not frozen"))
      #expect(try await scene.written() == before)
      #expect(await scene.about("start", [id, "--yes"]) == .success)
      #expect(await scene.about("resume", [id, "--yes"]) == .refused)
      #expect(scene.person.complaints.contains("nothing to start or to resume"))
    }
  }

  @Test("a plan whose step is too small for its gate says so, and what would do")
  func warning() async throws {
    try await with { scene async throws in
      #expect(await scene.about("plan", Self.plan + ["--ramp", "5%:60,50%:60,100%"]) == .success)
      let warning = scene.person.complaints
      #expect(warning.contains("step 1, 5 %") && warning.contains("35 outcomes") && warning.contains("8.75 %"))
      #expect(!warning.contains("step 2"))
      #expect(await scene.about("plan", Self.plan + ["--ramp", "10%:60,100%"]) == .success)
      #expect(scene.person.complaints.isEmpty)
    }
  }

  @Test("a change that no replica has to put in force says that, and status says that all is frozen")
  func nobodyServes() async throws {
    try await with { scene async throws in
      let id = try await scene.create()
      #expect(await scene.about("start", [id, "--yes"]) == .success)
      #expect(scene.person.complaints.contains("No replica serves this tenant"))
      #expect(await scene.rollout("freeze-all", "--yes").status == .success)
      #expect(await scene.about("status") == .success)
      #expect(scene.person.complaints.contains("FROZEN"))
    }
  }

  @Test("the live view shows what on-call steers by, in a narrow window too, and gives the cursor back")
  func watch() async throws {
    try await with { scene async throws in
      let id = try await scene.create()
      #expect(await scene.about("start", [id, "--yes"]) == .success)
      let narrow = Operator(scene.database, screen: ScreenSize(columns: 40, rows: 30))
      let shown = await scene.rollout("status", Self.app, "--watch", "--for", "1", by: narrow)
      #expect(shown.status == .success)
      for word in [
        "target 400", "admitted 0", "registered 0", "waiting 0", "pace 60/s", "budget 100/s", "throttled", "done in",
        "last decisions", "operator, 60/s",
      ] {
        #expect(shown.text.contains(word), "\(word)")
      }
      #expect(shown.text.hasPrefix("\u{1B}[?25l") && shown.text.hasSuffix("\u{1B}[?25h"))
      let controls = /\u{1B}\[[?0-9]*[a-zA-Z]/
      for line in shown.text.replacing(controls, with: "").split(separator: "\n") { #expect(line.count <= 40) }
    }
  }

  @Test("the live view has no use for --json, nor --for without it")
  func watchUsage() async throws {
    try await with { scene async throws in
      #expect(await scene.about("status", ["--watch", "--json"]) == .usage)
      #expect(await scene.about("status", ["--for", "1"]) == .usage)
    }
  }
}
