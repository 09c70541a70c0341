import AppleLab
import AttestationService
import Foundation
import Glibc
import JobQueue
import Postgres
import PostgresTestSupport
import ReceiptRefresh
import Testing
import WorkerTestSupport

@Suite(.serialized) struct FencingTests {
  @Test("a worker that was stopped beyond its lease and continued cannot overwrite what another worker stored")
  func stoppedWorker() async throws {
    try await WorkerStage.with { stage in
      let key = try #require(try await stage.addKeys(1).first)
      stage.apple.add(FaultRule(.delay(4), times: 1))
      let slow = try WorkerProcess(stage.environment(name: "slow", ["ASSAY_LEASE_SECONDS": "1"]))
      try await stage.until("the slow worker asks") { stage.apple.requestCount == 1 }
      slow.send(SIGSTOP)
      try await RunningWorker.with(stage.environment(name: "quick")) {
        try await stage.until("the other worker stores") { try await stage.standing(of: key.key).metric != nil }
      }
      let stored = try await stage.standing(of: key.key)
      slow.send(SIGCONT)
      try await stage.until("the slow worker's late answer arrives") {
        stage.apple.history.allSatisfy { $0.receivedAt.timeIntervalSinceNow < -4.2 }
      }
      slow.send(SIGTERM)
      #expect(slow.wait() == 0)
      let after = try await stage.standing(of: key.key)
      #expect(after.receipt == stored.receipt)
      #expect(after.epoch == stored.epoch)
      #expect(after.asked == stored.asked)
      #expect(after.events == ["receipt_verified", "risk_metric_observed"])
    }
  }

  @Test("a write under an old epoch changes nothing, even with a newer receipt")
  func oldEpoch() async throws {
    try await WorkerStage.with { stage in
      let key = try #require(try await stage.addKeys(1).first)
      let worker = try stage.database.pool(.worker)
      defer { worker.close() }
      let first = JobQueue(.receipts, pool: worker, worker: "first", leaseSeconds: 0.01)
      let second = JobQueue(.receipts, pool: worker, worker: "second", leaseSeconds: 60)
      let old = try #require(try await first.claim(limit: 1).first)
      var taken: LeasedJob?
      try await stage.until("the lease ends") {
        taken = try await second.claim(limit: 1).first
        return taken != nil
      }
      let store = ReceiptRefreshStore(pool: worker)
      let work = try #require(try await store.load(tenant: stage.tenant, keys: [key.key])[key.key])
      let now = Date()
      let fresh = FreshReceipt(
        createdAt: now, notBefore: now.addingTimeInterval(86_400), expiresAt: now.addingTimeInterval(90 * 86_400),
        metric: 9)
      let decision = RefreshPolicy().decide(.fresh(fresh), for: work.standing, at: now)
      let result = ReceiptResult(epoch: old.epoch, decision: decision, answer: "fresh", receipt: [1, 2, 3])
      #expect(try await store.store(tenant: stage.tenant, [result]).isEmpty)
      #expect(try await first.finish([(old, .complete)]).isEmpty)
      #expect(try await first.heartbeat([old]).isEmpty)
      let after = try await stage.standing(of: key.key)
      #expect(after.receipt == key.attestation.receipt && after.events.isEmpty && after.metric == nil)
      #expect(after.owner == "second" && after.epoch == taken?.epoch)
    }
  }

  @Test("a deadlock while answers are stored makes nobody ask Apple again")
  func storingIsTriedAgain() async throws {
    try await WorkerStage.with { stage in
      _ = try await stage.addKeys(20)
      // A sequence is not rolled back: the first two writes fail as a deadlock's victims do, the third succeeds.
      try await stage.pool.withConnection { connection in
        for statement in [
          "create sequence public.writes",
          "grant usage on sequence public.writes to public",
          """
          create function public.fail_twice() returns trigger language plpgsql as $$ begin
            if pg_catalog.nextval('public.writes') <= 2 then raise exception 'victim' using errcode = '40P01'; end if;
            return null;
          end $$
          """,
          """
          create trigger fail_twice after insert on assay.risk_observations
          for each statement execute function public.fail_twice()
          """,
        ] { _ = try await connection.query(statement) }
      }
      try await RunningWorker.with(stage.environment()) {
        try await stage.until("all are stored") {
          try await stage.number("select count(*) from assay.receipts where risk_metric is not null") == 20
        }
      }
      #expect(try await stage.number("select last_value from public.writes") >= 3)
      #expect(stage.apple.requestCount == 20)
    }
  }

  @Test("an older receipt never replaces a newer one, even under a lease that stands")
  func olderReceipt() async throws {
    try await WorkerStage.with { stage in
      let key = try #require(try await stage.addKeys(1).first)
      let worker = try stage.database.pool(.worker)
      defer { worker.close() }
      let queue = JobQueue(.receipts, pool: worker, worker: "first")
      let job = try #require(try await queue.claim(limit: 1).first)
      let store = ReceiptRefreshStore(pool: worker)
      var standing = try #require(try await store.load(tenant: stage.tenant, keys: [key.key])[key.key]).standing
      standing.createdAt = .distantPast
      let created = Date(timeIntervalSinceNow: -7_200)
      let fresh = FreshReceipt(
        createdAt: created, notBefore: nil, expiresAt: Date(timeIntervalSinceNow: 86_400), metric: 9)
      let decision = RefreshPolicy().decide(.fresh(fresh), for: standing, at: Date())
      #expect(decision.replacesReceipt)
      let result = ReceiptResult(epoch: job.epoch, decision: decision, answer: "fresh", receipt: [1, 2, 3])
      #expect(try await store.store(tenant: stage.tenant, [result]) == [key.key])
      let after = try await stage.standing(of: key.key)
      #expect(after.receipt == key.attestation.receipt && after.metric == nil && after.events.isEmpty)
    }
  }

  @Test("workers killed at random lose nothing, store nothing older over newer, and ask about nothing stored")
  func chaos() async throws {
    let report = try await ChaosDrill(receipts: 60, kills: 6, workers: 2).run()
    #expect(report.passed, "\(report.figures)")
  }
}
