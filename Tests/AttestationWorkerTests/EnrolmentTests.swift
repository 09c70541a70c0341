import AppleLab
import Foundation
import Postgres
import Testing
import WorkerTestSupport

@Suite(.serialized) struct EnrolmentTests {
  @Test("a newly registered receipt is taken into the schedule for day one, and wakes its account's silent receipts")
  func enrolment() async throws {
    try await WorkerStage.with { stage in
      let keys = try await stage.addKeys(2)
      // The first key went silent; the second is new: as registration leaves it, with its event and no job.
      try await stage.pool.withConnection { connection in
        try await connection.query("update assay.receipt_refresh set state = 1 where key_pk = $1", [.int8(keys[0].key)])
        try await connection.query(
          "update assay.jobs set run_at = now() + interval '6 days', due_at = now() + interval '6 days' where subject = $1",
          [.int8(keys[0].key)])
        try await connection.query("delete from assay.jobs where subject = $1", [.int8(keys[1].key)])
        try await connection.query("delete from assay.receipt_refresh where key_pk = $1", [.int8(keys[1].key)])
        try await connection.query(
          """
          update assay.keys set account_pk = (select account_pk from assay.keys where key_pk = $1) where key_pk = $2
          """, [.int8(keys[0].key), .int8(keys[1].key)])
        try await connection.query(
          "insert into assay.events (tenant_id, stream, version, at, epoch, type) values ($1, $2, 2, now(), 1, 50)",
          [.int8(stage.tenant), .int8(keys[1].key)])
      }
      try await RunningWorker.with(stage.environment(name: "enrol")) {
        try await stage.until("the silent receipt is asked about") {
          try await stage.standing(of: keys[0].key).asked == 1
        }
      }
      let revived = try await stage.standing(of: keys[0].key)
      #expect(revived.state == 0)
      #expect(revived.events == ["receipt_revived", "receipt_verified", "risk_metric_observed"])
      let enrolled = try await stage.standing(of: keys[1].key)
      #expect(enrolled.asked == 0)
      #expect((22.9 * 3_600...25.1 * 3_600).contains(enrolled.dueAt.timeIntervalSinceNow))
    }
  }

  @Test("a development receipt is asked about at the development host")
  func environment() async throws {
    try await WorkerStage.with { stage in
      let key = try #require(try await stage.addKeys(1, shape: .ios27Development).first)
      try await RunningWorker.with(stage.environment(name: "dev")) {
        try await stage.until("it is stored") { try await stage.standing(of: key.key).metric == 1 }
      }
      #expect(stage.apple.history.map(\.host) == [.development])
    }
  }

  @Test("a threshold is crossed once on the way up and once on the way down")
  func thresholds() async throws {
    try await WorkerStage.with { stage in
      let key = try #require(try await stage.addKeys(1).first)
      _ = try await stage.pool.transaction(
        tenant: stage.tenant,
        [PostgresStatement("select assay.set_risk_threshold($1, $2, 3, 1)", [.int8(stage.tenant), .int8(stage.app)])])
      let device = key.attestation
      for metric in [3, 4, 2, 1] {
        try await show(metric, of: key, device, stage)
      }
      let crossings = try await stage.standing(of: key.key).events.count { $0 == "risk_threshold_crossed" }
      #expect(crossings == 2)
      #expect(try await stage.number("select count(*) from assay.risk_observations") == 4)
    }
  }

  /// Has the lab's Apple say a metric once.
  private func show(_ metric: Int, of key: WorkerStage.Key, _ device: LabAttestation, _ stage: WorkerStage) async throws
  {
    stage.apple.clearFaults()
    stage.apple.add(FaultRule(.metric(metric), times: 1))
    let asked = try await stage.standing(of: key.key).asked
    _ = try await stage.pool.withConnection { connection in
      try await connection.query("update assay.receipts set not_before = null")
      try await connection.query("update assay.jobs set run_at = now(), due_at = now()")
    }
    try await RunningWorker.with(stage.environment(name: "threshold")) {
      try await stage.until("it is asked") { try await stage.standing(of: key.key).asked == asked + 1 }
    }
  }
}
