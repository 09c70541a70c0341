import AppleLab
import AttestationService
import Foundation
import JobQueue
import Postgres
import PostgresTestSupport
import Testing
import WorkerTestSupport

@Suite(.serialized) struct QueueTests {
  func queue(_ stage: WorkerStage, _ pool: PostgresPool, _ worker: String = "w", lease: Double = 60) -> JobQueue {
    JobQueue(QueueName(rawValue: "probe"), pool: pool, worker: worker, leaseSeconds: lease)
  }

  func jobs(_ tenant: Int64, _ count: Int, from first: Int64 = 1) -> [NewJob] {
    (0..<Int64(count)).map { NewJob(tenant: tenant, subject: first + $0, dueAt: Date(timeIntervalSinceNow: -60)) }
  }

  @Test("one tenant's thousand due jobs do not starve another's ten")
  func fairness() async throws {
    try await WorkerStage.with { stage in
      let pool = try stage.database.pool(.worker)
      defer { pool.close() }
      let other = try await TestTenant.make(in: stage.database, keys: 0)
      let queue = queue(stage, pool)
      try await queue.enqueue(jobs(stage.tenant, 1_000))
      try await queue.enqueue(jobs(other.tenant, 10))
      let claimed = try await queue.claim(limit: 20)
      #expect(claimed.count == 20)
      #expect(claimed.count { $0.tenant == other.tenant } == 10)
    }
  }

  @Test("two workers never hold the same job, and together they hold them all")
  func exclusive() async throws {
    try await WorkerStage.with { stage in
      let pool = try stage.database.pool(.worker, limit: 8)
      defer { pool.close() }
      try await queue(stage, pool).enqueue(jobs(stage.tenant, 400))
      let claims = try await withThrowingTaskGroup(of: [LeasedJob].self) { group in
        for worker in 0..<8 {
          group.addTask {
            let queue = queue(stage, pool, "w\(worker)")
            var mine: [LeasedJob] = []
            for _ in 0..<60 { mine += try await queue.claim(limit: 20) }
            return mine
          }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      #expect(claims.count == 400)
      #expect(Set(claims.map(\.subject)).count == 400)
    }
  }

  @Test("heartbeats over the same jobs in opposite orders never wait for each other in a ring")
  func heartbeatsInAnyOrder() async throws {
    try await WorkerStage.with { stage in
      let pool = try stage.database.pool(.worker, limit: 4)
      defer { pool.close() }
      let queue = queue(stage, pool)
      try await queue.enqueue(jobs(stage.tenant, 64))
      var held: [LeasedJob] = []
      while held.count < 64 { held += try await queue.claim(limit: 64) }
      let orders = [held, held.reversed(), held.shuffled(), held.shuffled()]
      try await withThrowingTaskGroup(of: Void.self) { group in
        for order in orders {
          group.addTask {
            for _ in 0..<100 {
              let standing = try await queue.heartbeat(order).count
              #expect(standing == 64)
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test("a retry costs an attempt, a snooze does not, a discard waits for a person, a requeue brings it back")
  func endings() async throws {
    try await WorkerStage.with { stage in
      let pool = try stage.database.pool(.worker)
      defer { pool.close() }
      let queue = queue(stage, pool)
      try await queue.enqueue(jobs(stage.tenant, 1))
      let first = try #require(try await queue.claim(limit: 1).first)
      try await queue.finish([(first, .retry(at: Date(timeIntervalSinceNow: -1), error: "once"))])
      let second = try #require(try await queue.claim(limit: 1).first)
      #expect(second.attempts == 1)
      try await queue.finish([(second, .snooze(until: Date(timeIntervalSinceNow: -1)))])
      let third = try #require(try await queue.claim(limit: 1).first)
      #expect(third.attempts == 1 && third.dueAt == first.dueAt)
      try await queue.finish([(third, .discard(error: "enough"))])
      #expect(try await queue.claim(limit: 1).isEmpty)
      #expect(try await queue.depth().discarded == 1)
      #expect(try await queue.requeue(tenant: stage.tenant, subjects: [1]) == [1])
      let fourth = try #require(try await queue.claim(limit: 1).first)
      #expect(fourth.attempts == 0)
      try await queue.finish([(fourth, .complete)])
      #expect(try await queue.depth().due == 0)
    }
  }

  @Test("a paused queue gives nothing, for one tenant or for all, until it is resumed")
  func pauses() async throws {
    try await WorkerStage.with { stage in
      let pool = try stage.database.pool(.worker)
      defer { pool.close() }
      let other = try await TestTenant.make(in: stage.database, keys: 0)
      let queue = queue(stage, pool, lease: 0.01)
      let pauses = QueuePauses(pool: stage.pool)
      try await queue.enqueue(jobs(stage.tenant, 3) + jobs(other.tenant, 3))
      try await pauses.pause(queue.name, tenant: stage.tenant, by: "test", reason: "why")
      #expect(Set(try await queue.claim(limit: 10).map(\.tenant)) == [other.tenant])
      try await pauses.pause(queue.name, tenant: nil, by: "test", reason: "why")
      #expect(try await queue.claim(limit: 10).isEmpty)
      #expect(try await pauses.all().map(\.tenant) == [nil, stage.tenant])
      #expect(try await pauses.resume(queue.name, tenant: nil))
      #expect(try await pauses.resume(queue.name, tenant: stage.tenant))
      try await stage.until("the leases end") { try await queue.claim(limit: 10).count == 6 }
    }
  }

  @Test("a pause stops a worker's questions within two seconds, and a resume lets them go on within two")
  func pauseInTime() async throws {
    try await WorkerStage.with { stage in
      _ = try await stage.addKeys(200)
      try await RunningWorker.with(stage.environment(name: "paused", ["ASSAY_APPLE_TEAM_RATE": "20"])) {
        try await stage.until("questions flow") { stage.apple.requestCount > 5 }
        try await QueuePauses(pool: stage.pool).pause(.receipts, tenant: stage.tenant, by: "test", reason: "why")
        let pausedAt = Date()
        try await stage.until("four seconds pass") { Date().timeIntervalSince(pausedAt) > 4 }
        let late = stage.apple.history.filter { $0.receivedAt.timeIntervalSince(pausedAt) > 2 }
        #expect(late.isEmpty)
        let count = stage.apple.requestCount
        _ = try await QueuePauses(pool: stage.pool).resume(.receipts, tenant: stage.tenant)
        try await stage.until("questions flow again", within: .seconds(2)) { stage.apple.requestCount > count }
      }
    }
  }

  @Test("a graceful stop finishes what is held and takes nothing new")
  func drain() async throws {
    try await WorkerStage.with { stage in
      _ = try await stage.addKeys(100)
      stage.apple.add(FaultRule(.delay(0.3)))
      let worker = try RunningWorker(stage.environment(name: "drained", ["ASSAY_CONCURRENCY": "8"]))
      try await stage.until("questions are under way") { stage.apple.requestCount > 0 }
      #expect(await worker.stop() == 0)
      #expect(try await stage.number("select count(*) from assay.jobs where lease_owner is not null") == 0)
      let stored = try await stage.number("select count(*) from assay.receipts where risk_metric is not null")
      #expect(stored == stage.apple.requestCount && stored < 100)
    }
  }
}
