import AttestationService
import EventStore
import Foundation
import OperatorCommands
import Postgres
import Testing

@Suite("The commands about webhooks")
struct WebhookCommandTests {
  private static let url = "https://hooks.example.com/assay"

  /// A scene with one webhook, which has two messages that were given up and one that waits.
  private struct Shop {
    let scene: SealedScene
    let person: Operator
    let id: String
    let secret: String
    let dead: [Int64]

    var place: [String] { ["--tenant", "tnt_\(scene.tenant)"] }

    func type(_ verb: String, _ more: String...) async -> (status: Mistake.ExitStatus, text: String) {
      await person.type(["webhook", verb, id] + more + place)
    }

    /// The numbers of the messages in a state: 0 waits, 1 delivered, 2 given up.
    func messages(in state: Int) async throws -> [Int64] {
      try await WebhookCommandTests.messages(in: state, of: scene)
    }
  }

  private static func messages(in state: Int, of scene: SealedScene) async throws -> [Int64] {
    try await scene.pool.withConnection { connection in
      try await connection.query(
        "select delivery_pk from assay.webhook_deliveries where state = \(state) order by delivery_pk")
    }.map { try $0.decode(0) }
  }

  private func with(_ body: @Sendable (Shop) async throws -> Void) async throws {
    try await SealedScene.with { scene in
      let person = try scene.person()
      let words = ["webhook", "add", Self.url, "--tenant", "tnt_\(scene.tenant)", "--yes", "--json"]
      let added = await person.type(words).text
      let object = try #require(try JSONSerialization.jsonObject(with: Data(added.utf8)) as? [String: String])
      let (id, secret) = (try #require(object["id"]), try #require(object["secret"]))
      for _ in 0..<3 {
        #expect(await person.type("webhook", "test", id, "--tenant", "tnt_\(scene.tenant)", "--yes").status == .success)
      }
      try await scene.run(
        """
        with dead as (
          update assay.webhook_deliveries set state = 2, attempts = 16, last_answer = 'status_500', ended_at = now()
          where delivery_pk in (select delivery_pk from assay.webhook_deliveries order by delivery_pk limit 2)
          returning delivery_pk)
        update assay.jobs set state = 2, attempts = 16 where queue = 'webhooks' and subject in (select delivery_pk from dead)
        """)
      try await body(
        Shop(
          scene: scene, person: person, id: id, secret: secret, dead: try await Self.messages(in: 2, of: scene)))
    }
  }

  @Test("a webhook that is added shows its secret once; what is stored is sealed, and the list has no secret")
  func adding() async throws {
    try await with { shop in
      #expect(WebhookSecret(shop.secret) != nil)
      let entries = try await WebhookOutbox(pool: shop.scene.pool).entries()
      let opened = try WebhookOutbox(pool: shop.scene.pool).open(try #require(entries.first), with: shop.scene.master)
      #expect(opened.secret.text == shop.secret && opened.types.isEmpty)
      for more in [[], ["--json"]] {
        let list = await shop.person.type(["webhook", "list"] + more + shop.place).text
        #expect(list.contains(shop.id) && list.contains(Self.url) && !list.contains(shop.secret))
      }
      let elsewhere = await shop.person.type("webhook", "list", "--tenant", "tnt_\(shop.scene.other)").text
      #expect(elsewhere == "There are no webhooks.")
    }
  }

  @Test("only the types that are named are stored, and the plan names them")
  func types() async throws {
    try await SealedScene.with { scene in
      let person = try scene.person()
      let words = [
        "webhook", "add", Self.url, "--tenant", "tnt_\(scene.tenant)", "--types",
        "receipt_stale,risk_threshold_crossed",
      ]
      #expect(await person.type(words).status == .refused)
      #expect(person.complaints.contains("receipt_stale, risk_threshold_crossed"))
      #expect(try await scene.number("select count(*) from assay.webhooks") == 0)
      #expect(await person.type(words + ["--yes"]).status == .success)
      let list = await person.type("webhook", "list", "--tenant", "tnt_\(scene.tenant)", "--json").text
      let object = try #require(try JSONSerialization.jsonObject(with: Data(list.utf8)) as? [String: [[String: Any]]])
      #expect(object["webhooks"]?.first?["types"] as? [String] == ["receipt_stale", "risk_threshold_crossed"])
    }
  }

  @Test("the dead letters are listed, the newest first, with their answers, and no more than are asked for")
  func deadLetters() async throws {
    try await with { shop in
      let newest = DeadDelivery.name(of: try #require(shop.dead.last))
      let table = await shop.type("dead-letters").text
      #expect(table.contains("status_500") && table.contains(newest))
      let one = await shop.type("dead-letters", "--limit", "1", "--json").text
      let object = try #require(try JSONSerialization.jsonObject(with: Data(one.utf8)) as? [String: [[String: Any]]])
      #expect(object["dead_letters"]?.map { $0["id"] as? String } == [newest])
      #expect(object["dead_letters"]?.first?["attempts"] as? Int == 16)
    }
  }

  @Test("a replay makes the messages that are named due again, or all of them, and leaves the others alone")
  func replay() async throws {
    try await with { shop in
      let (first, second) = (try #require(shop.dead.first), try #require(shop.dead.last))
      #expect(await shop.type("replay").status == .refused)
      #expect(shop.person.complaints.contains("all messages that were given up"))
      #expect(try await shop.messages(in: 2) == shop.dead)
      let one = await shop.type("replay", "--messages", DeadDelivery.name(of: first), "--yes")
      #expect(one.status == .success && one.text.contains("1"))
      #expect(try await shop.messages(in: 2) == [second])
      #expect(
        try await shop.scene.number(
          "select count(*) from assay.jobs where subject = \(first) and state = 0 and attempts = 0 and run_at <= now()")
          == 1)
      #expect(await shop.type("replay", "--yes").status == .success)
      #expect(try await shop.messages(in: 0).count == 3)
    }
  }

  @Test("messages that were not given up are not replayed, nor are those that are named with them")
  func replayOfOthers() async throws {
    try await with { shop in
      let (dead, waiting) = (try #require(shop.dead.first), try #require(try await shop.messages(in: 0).first))
      for number in [waiting, 1] {
        let names = [dead, number].map(DeadDelivery.name(of:)).joined(separator: ",")
        let mistake = Mistake(
          .refused, DeadDelivery.name(of: number) + " was not given up", "webhook", "replay", "HOOK", "--messages",
          names,
          "--tenant", "PLACE", "--yes")
        try await mistake.expect(from: shop.person, in: shop.scene, webhook: shop.id)
        #expect(!shop.person.complaints.contains(DeadDelivery.name(of: dead)))
        #expect(shop.person.complaints.contains("webhook dead-letters"))
      }
    }
  }

  @Test("a webhook is removed with its messages and their jobs, and only with --yes")
  func removal() async throws {
    try await with { shop in
      let before = try await shop.scene.state()
      #expect(await shop.type("remove").status == .refused)
      #expect(try await shop.scene.state() == before)
      #expect(await shop.type("remove", "--yes").status == .success)
      #expect(try await shop.scene.number("select count(*) from assay.webhooks") == 0)
      #expect(try await shop.scene.number("select count(*) from assay.webhook_deliveries") == 0)
      #expect(try await shop.scene.number("select count(*) from assay.jobs where queue = 'webhooks'") == 0)
      #expect(await shop.type("remove", "--yes").status == .refused)
    }
  }

  @Test(
    "a call that is wrong changes nothing and says what to do",
    arguments: [
      Mistake(.usage, "URL is missing", "webhook", "add", "--tenant", "PLACE", "--yes"),
      Mistake(.usage, "--tenant is missing", "webhook", "add", "https://example.com", "--yes"),
      Mistake(.usage, "must begin with https://", "webhook", "add", "http://a.example", "--tenant", "PLACE", "--yes"),
      Mistake(.usage, "Give an address such as", "webhook", "add", "nonsense", "--tenant", "PLACE", "--yes"),
      Mistake(.usage, "user name", "webhook", "add", "https://a:b@c.example", "--tenant", "PLACE", "--yes"),
      Mistake(.usage, "the machine itself", "webhook", "add", "https://localhost/", "--tenant", "PLACE", "--yes"),
      Mistake(.usage, "nonsense", addTypes: "receipt_stale,nonsense"), Mistake(.usage, "Give some of", addTypes: ""),
      Mistake(.usage, "Give some of", addTypes: "receipt_stale,"),
      Mistake(.refused, "no tenant tnt_x", "webhook", "add", "https://a.example", "--tenant", "tnt_x", "--yes"),
      Mistake(.refused, "no tenant tnt_x", "webhook", "list", "--tenant", "tnt_x"),
      Mistake(.usage, "WEBHOOK is missing", "webhook", "remove", "--tenant", "PLACE", "--yes"),
      Mistake(.refused, "no webhook of this name", "webhook", "remove", "whk_x", "--tenant", "PLACE", "--yes"),
      Mistake(.refused, "no webhook of this name", "webhook", "test", "whk_x", "--tenant", "PLACE", "--yes"),
      Mistake(.refused, "no webhook of this name", "webhook", "replay", "whk_x", "--tenant", "PLACE", "--yes"),
      Mistake(.refused, "no webhook of this name", "webhook", "dead-letters", "whk_x", "--tenant", "PLACE"),
      Mistake(.usage, "from 1 to", "webhook", "dead-letters", "HOOK", "--limit", "0", "--tenant", "PLACE"),
      Mistake(.usage, "from 1 to", "webhook", "dead-letters", "HOOK", "--limit", "many", "--tenant", "PLACE"),
      Mistake(.usage, "msg_1042", "webhook", "replay", "HOOK", "--messages", "", "--tenant", "PLACE", "--yes"),
      Mistake(.usage, "msg_1042", "webhook", "replay", "HOOK", "--messages", "msg_1,7", "--tenant", "PLACE", "--yes"),
      Mistake(.usage, "msg_1042", "webhook", "replay", "HOOK", "--messages", "msg_+7", "--tenant", "PLACE", "--yes"),
      Mistake(.usage, "say which one", "webhook"),
    ])
  func mistakes(_ mistake: Mistake) async throws {
    try await with { shop in try await mistake.expect(from: shop.person, in: shop.scene, webhook: shop.id) }
  }

  @Test("another tenant's webhook is none: it is not shown, tested, replayed or removed")
  func otherTenant() async throws {
    try await with { shop in
      let elsewhere = ["--tenant", "tnt_\(shop.scene.other)"]
      for verb in [["test", "--yes"], ["replay", "--yes"], ["remove", "--yes"], ["dead-letters"]] {
        let words = ["webhook", verb[0], shop.id] + verb.dropFirst() + elsewhere
        let mistake = Mistake(.refused, "no webhook of this name", words: words)
        try await mistake.expect(from: shop.person, in: shop.scene)
      }
    }
  }

  @Test("a tenant has 16 webhooks at most: the next one is refused and says so")
  func tooMany() async throws {
    try await with { shop in
      let words = ["webhook", "add", Self.url, "--yes"] + shop.place
      for _ in 1..<16 { #expect(await shop.person.type(words).status == .success) }
      let mistake = Mistake(.refused, "16 webhooks", words: words)
      try await mistake.expect(from: shop.person, in: shop.scene)
    }
  }

  @Test("no sealing key: nothing is stored, no secret is shown, and the operator is told what to start")
  func noSealingKey() async throws {
    try await SealedScene.with(isPublished: false) { scene in
      let mistake = Mistake(.usage, "Start a worker first", "webhook", "add", Self.url, "--tenant", "PLACE", "--yes")
      try await mistake.expect(from: try scene.person(), in: scene)
    }
  }
}

extension Mistake {
  /// A call of `webhook add` that is right but for its types.
  fileprivate init(_ status: ExitStatus, _ says: String, addTypes: String) {
    self.init(status, says, "webhook", "add", "https://a.example", "--tenant", "PLACE", "--yes", "--types", addTypes)
  }
}
