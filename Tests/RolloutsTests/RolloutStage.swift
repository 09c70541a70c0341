import AttestationService
import Pacing
import Postgres
import PostgresTestSupport
import Timing

/// A database with an app, and replicas that serve its admissions inside the test's process.
struct RolloutStage: Sendable {
  let tenant: Int64
  let app: AppRecord
  let administration: RolloutAdministration
  let replicas: [AttestationServices]
  let pool: PostgresPool
  let database: TestDatabase
  static let audit = RolloutAudit(by: "test", reason: "test")

  static func with(
    replicas count: Int, listens: Bool = false, _ body: (RolloutStage) async throws -> Void
  ) async throws {
    try await TestDatabase.with { database in
      let made = try await TestTenant.make(in: database, keys: 0)
      let pool = try database.pool(.worker, limit: 4)
      defer { pool.close() }
      var replicas: [AttestationServices] = []
      for number in 0..<count {
        var configuration = ServiceConfiguration(database: database.configuration(.api))
        configuration.rollouts.replica = "replica-\(number)"
        configuration.rollouts.listens = listens
        configuration.rollouts.clockSkewSeconds = number % 2 == 0 ? 2 : -2
        replicas.append(try AttestationServices(configuration, lab: nil, observer: Unobserved()))
      }
      let stage = RolloutStage(
        tenant: made.tenant, app: try await AppDirectory(pool: pool).get(tenant: made.tenant, "1234567890.com.example"),
        administration: RolloutAdministration(pool: pool), replicas: replicas, pool: pool, database: database)
      let running = replicas.map { replica in
        replica.start()
        return Task { await replica.maintain { _ in } }
      }
      let outcome: Result<Void, any Error>
      do { outcome = .success(try await body(stage)) } catch { outcome = .failure(error) }
      for (replica, task) in zip(replicas, running) {
        task.cancel()
        await task.value
        replica.stop()
      }
      try outcome.get()
    }
  }

  func plan(
    rate: Double = 50, kind: RolloutKind = .first, ramp: RampPlan? = nil
  ) -> RolloutAdministration.Plan {
    let everybody = RampPlan(shape: .steps([RampStep(share: .all, soakSeconds: 0)]))
    return RolloutAdministration.Plan(
      name: "test",
      definition: RolloutDefinition(
        kind: kind, ramp: ramp ?? everybody, plannedRate: PaceRate(perSecond: rate), population: 1000))
  }

  /// Creates and starts a rollout.
  func started(rate: Double = 50) async throws -> RolloutRecord {
    let record = try await administration.create(tenant: tenant, app: app, plan(rate: rate), audit: Self.audit)
    return try await command(record, .start)
  }

  func command(_ record: RolloutRecord, _ command: RolloutCommand) async throws -> RolloutRecord {
    try await administration.command(tenant: tenant, app: app, rollout: record.id, command, audit: Self.audit)
  }

  /// Asks until the first service key is there.
  func ask(_ installation: String, replica: Int = 0, error: String? = nil) async throws -> AdmissionDecision {
    let end = ContinuousClock.now + .seconds(10)
    while true {
      do { return try await askOnce(installation, replica: replica, error: error) } catch let refusal as Refusal {
        guard ContinuousClock.now < end, refusal.next == .wait else { throw refusal }
        try await Task.sleep(for: .milliseconds(50))
      }
    }
  }

  private func askOnce(_ installation: String, replica: Int, error: String?) async throws -> AdmissionDecision {
    let question = AdmissionQuestion(
      tenant: tenant, app: app, installation: installation, account: nil, isSupported: true, lastError: error,
      deadline: Uptime.now + .seconds(5))
    return try await withCheckedThrowingContinuation { continuation in
      replicas[replica].rollouts.admissions.ask(question) { continuation.resume(with: $0) }
    }
  }

  func count(_ sql: String) async throws -> Int64 {
    try await pool.transaction(tenant: tenant, [PostgresStatement(sql)])[0].single().decode(0)
  }
}

/// Sees nothing.
private struct Unobserved: ServiceObserver, BatchObserver {
  func batches(of kind: BatchKind) -> any BatchObserver { self }
  func committed(rows: Int, took: Duration) {}
  func failed(_ error: PostgresError) {}
  func refused(_ refusal: Refusal) {}
  func connected() {}
}
