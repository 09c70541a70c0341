import AttestationService
import Cryptography
import EventStore
import Foundation
import Lifecycle
import Postgres
import Testing
import WorkerTestSupport

@Suite(.serialized) struct WebhookTests {
  /// Everything around one webhook.
  struct Scene {
    let stage: WorkerStage
    let receiver: WebhookReceiver
    let store: WebhookStore
    let id: String
    let secret: WebhookSecret

    func environment(_ more: [String: String] = [:]) throws -> [String: String] {
      let roots = stage.folder.appendingPathComponent("receiver.pem")
      try receiver.rootPEM.write(to: roots, atomically: true, encoding: .utf8)
      return stage.environment(
        name: "webhooks", ["ASSAY_WEBHOOK_CA_FILE": roots.path, "ASSAY_WEBHOOK_FIRST_PAUSE_SECONDS": "1"]
      ).merging(more) { $1 }
    }

    func crossThreshold() async throws {
      _ = try await stage.pool.transaction(
        tenant: stage.tenant,
        [
          PostgresStatement(
            "select assay.append_events($1, 4711, null, array[60]::smallint[], array[0]::bigint[], array['']::text[], $2, null)",
            [.int8(stage.tenant), .jsonArray([#"{"direction":"raised","metric":7}"#])])
        ])
    }

    func delivered() async throws -> Int {
      try await stage.number("select count(*) from assay.webhook_deliveries where state = 1")
    }

    func dead() async throws -> Int {
      try await stage.number("select count(*) from assay.webhook_deliveries where state = 2")
    }
  }

  func with(types: [EventType] = [], _ body: (Scene) async throws -> Void) async throws {
    try await WorkerStage.with { stage in
      let receiver = try WebhookReceiver()
      defer { receiver.stop() }
      let store = WebhookStore(pool: stage.pool)
      let added = try await store.add(
        try WebhookAddress(receiver.url), types: types, tenant: stage.tenant,
        sealing: try MasterKey(Secret(stage.masterKey)).sealingKey)
      try await body(
        Scene(stage: stage, receiver: receiver, store: store, id: added.id, secret: added.secret))
    }
  }

  @Test("an event arrives once, as the feed shows it, with a signature over id, instant and body")
  func delivery() async throws {
    try await with(types: [.riskThresholdCrossed]) { scene in
      try await scene.crossThreshold()
      try await RunningWorker.with(try scene.environment()) {
        try await scene.stage.until("it is delivered") { try await scene.delivered() == 1 }
      }
      let message = try #require(scene.receiver.messages.first)
      #expect(scene.receiver.messages.count == 1)
      #expect(message.type == "risk_threshold_crossed" && message.contentType == "application/json")
      #expect(abs(Date().timeIntervalSince1970 - Double(message.timestamp)) < 60)
      let key = try #require(Base64.decode(String(scene.secret.text.dropFirst("whsec_".count))))
      let signed = [UInt8]("\(message.id).\(message.timestamp).".utf8) + message.body
      #expect(message.signature == "v1,\(Base64.encode(HMACSHA256.authenticate(signed, key: key)))")
      #expect(String(decoding: message.body, as: UTF8.self).contains(#""metric":7"#))
    }
  }

  @Test("only the types that were asked for are sent, and nothing from before the webhook was added")
  func types() async throws {
    try await with(types: [.receiptStale]) { scene in
      try await scene.crossThreshold()
      try await RunningWorker.with(try scene.environment()) {
        #expect(try await scene.store.test(scene.id, tenant: scene.stage.tenant, at: Date()))
        try await scene.stage.until("the test message arrives") { try await scene.delivered() == 1 }
      }
      #expect(scene.receiver.messages.map(\.type) == ["webhook_test"])
    }
  }

  @Test("a message that is refused is sent again with the same id and body, later, until it arrives")
  func retry() async throws {
    try await with(types: [.riskThresholdCrossed]) { scene in
      scene.receiver.answers(500)
      try await scene.crossThreshold()
      try await RunningWorker.with(try scene.environment()) {
        try await scene.stage.until("two attempts failed") { scene.receiver.messages.count >= 2 }
        scene.receiver.answers(204)
        try await scene.stage.until("it is delivered") { try await scene.delivered() == 1 }
      }
      #expect(Set(scene.receiver.messages.map(\.id)).count == 1)
      #expect(Set(scene.receiver.messages.map(\.body)).count == 1)
      #expect(try await scene.dead() == 0)
    }
  }

  @Test(
    "a message that is refused to the last is set aside with its answer, the tenant is told, and a replay delivers it")
  func deadLetterAndReplay() async throws {
    try await with(types: [.riskThresholdCrossed]) { scene in
      scene.receiver.answers(500)
      try await scene.crossThreshold()
      try await RunningWorker.with(try scene.environment(["ASSAY_WEBHOOK_ATTEMPTS": "2"])) {
        try await scene.stage.until("it is given up") { try await scene.dead() == 1 }
        let dead = try await scene.store.deadDeliveries(of: scene.id, tenant: scene.stage.tenant, limit: 10)
        #expect(dead.map(\.answer) == ["status_500"] && dead.map(\.attempts) == [2])
        #expect(try await scene.stage.number("select count(*) from assay.events where type = 67") == 1)
        scene.receiver.answers(200)
        #expect(try await scene.store.replay(scene.id, tenant: scene.stage.tenant) == 1)
        try await scene.stage.until("the replay is delivered") { try await scene.delivered() == 1 }
      }
      #expect(scene.receiver.messages.count == 3)
      #expect(Set(scene.receiver.messages.map(\.id)).count == 1)
    }
  }

  @Test("410 Gone gives a message up at once")
  func gone() async throws {
    try await with(types: [.riskThresholdCrossed]) { scene in
      scene.receiver.answers(410)
      try await scene.crossThreshold()
      try await RunningWorker.with(try scene.environment()) {
        try await scene.stage.until("it is given up") { try await scene.dead() == 1 }
      }
      #expect(scene.receiver.messages.count == 1)
    }
  }

  @Test("a redirect is not followed: it is a failed attempt")
  func redirect() async throws {
    try await with(types: [.riskThresholdCrossed]) { scene in
      let elsewhere = try WebhookReceiver()
      defer { elsewhere.stop() }
      scene.receiver.answers(307, headers: [("location", elsewhere.url)])
      try await scene.crossThreshold()
      try await RunningWorker.with(try scene.environment(["ASSAY_WEBHOOK_ATTEMPTS": "1"])) {
        try await scene.stage.until("it is given up") { try await scene.dead() == 1 }
      }
      #expect(elsewhere.messages.isEmpty)
      let dead = try await scene.store.deadDeliveries(of: scene.id, tenant: scene.stage.tenant, limit: 1)
      #expect(dead.map(\.answer) == ["status_307"])
    }
  }

  @Test("outside the lab an address of this machine is refused before anything is sent")
  func privateAddress() async throws {
    try await with(types: [.riskThresholdCrossed]) { scene in
      try await scene.crossThreshold()
      let settings = try scene.environment(["ASSAY_LAB": "false", "ASSAY_WEBHOOK_ATTEMPTS": "1"])
      try await RunningWorker.with(settings) {
        try await scene.stage.until("it is given up") { try await scene.dead() == 1 }
      }
      #expect(scene.receiver.messages.isEmpty)
      let dead = try await scene.store.deadDeliveries(of: scene.id, tenant: scene.stage.tenant, limit: 1)
      #expect(dead.map(\.answer) == ["address_not_public"])
    }
  }

  @Test("two workers that follow the feed at once make each message once")
  func twoWorkers() async throws {
    try await with(types: [.riskThresholdCrossed]) { scene in
      try await RunningWorker.with(try scene.environment(["ASSAY_WORKER_NAME": "other"])) {
        try await RunningWorker.with(try scene.environment()) {
          for _ in 0..<30 { try await scene.crossThreshold() }
          try await scene.stage.until("all are delivered") { try await scene.delivered() == 30 }
        }
      }
      #expect(Set(scene.receiver.messages.map(\.id)).count == 30)
      #expect(try await scene.stage.number("select count(*) from assay.webhook_deliveries") == 30)
    }
  }

  @Test("a webhook that is removed takes its messages and jobs with it")
  func removal() async throws {
    try await with(types: [.riskThresholdCrossed]) { scene async throws in
      #expect(try await scene.store.test(scene.id, tenant: scene.stage.tenant, at: Date()))
      #expect(try await scene.store.remove(scene.id, tenant: scene.stage.tenant))
      #expect(try await scene.stage.number("select count(*) from assay.webhook_deliveries") == 0)
      #expect(try await scene.stage.number("select count(*) from assay.jobs where queue = 'webhooks'") == 0)
      #expect(try await scene.store.remove(scene.id, tenant: scene.stage.tenant) == false)
    }
  }

  @Test("webhook secrets are sealed anew with the team keys, and the worker with the new master key signs with them")
  func rotation() async throws {
    try await with(types: [.riskThresholdCrossed]) { scene in
      let old = try MasterKey(Secret(scene.stage.masterKey))
      let text = Base64.encode(SecureRandom.bytes(32))
      let new = try MasterKey(Secret(text))
      let rotation = SecretRotation(pool: scene.stage.pool)
      try await rotation.begin(from: old.sealingKey, to: new.sealingKey)
      #expect(try await rotation.run(tenant: scene.stage.tenant, from: old, to: new.sealingKey) == 2)
      #expect(try await rotation.run(tenant: scene.stage.tenant, from: old, to: new.sealingKey) == 0)
      await #expect(throws: PostgresError.self) {
        try await scene.store.add(
          WebhookAddress("https://example.com"), types: [], tenant: scene.stage.tenant, sealing: old.sealingKey)
      }
      try await scene.crossThreshold()
      try await RunningWorker.with(try scene.environment(["ASSAY_MASTER_KEY": text])) {
        try await scene.stage.until("it is delivered") { try await scene.delivered() == 1 }
      }
      let message = try #require(scene.receiver.messages.first)
      #expect(
        message.signature
          == scene.secret.signature(id: message.id, timestamp: message.timestamp, body: message.body))
    }
  }
}
