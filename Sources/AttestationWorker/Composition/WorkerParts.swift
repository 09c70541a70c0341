import AppAttest
import AttestationService
import HTTPClient
import JobQueue
import Postgres
import ReceiptRefresh
import Telemetry

/// Puts the services of a worker together.
struct WorkerParts {
  let upkeep: UpkeepService
  let receipts: ReceiptQueueService
  let store: ReceiptRefreshStore

  init(
    _ settings: WorkerSettings, configuration: PostgresConfiguration, logger: Logger, metrics: Metrics
  ) throws {
    let pool = try PostgresPool(configuration, limit: settings.poolSize)
    // Heartbeats and pauses have connections of their own: a busy queue must not starve them.
    let upkeepPool = try PostgresPool(configuration, limit: 3)
    let clock = DatabaseClock()
    let board = PauseBoard()
    let leases = HeldLeases()
    let queue = JobQueue(.receipts, pool: pool, worker: settings.name, leaseSeconds: settings.leaseSeconds)
    let policy = RefreshPolicy()
    store = ReceiptRefreshStore(pool: pool)
    let teamKeys = TeamKeyStore(pool: pool)
    let refresher = ReceiptRefresher(
      ReceiptRefresher.Parts(
        queue: queue, store: store, teamKeys: teamKeys,
        keys: TeamKeyCache(store: teamKeys, master: try MasterKey(settings.masterKey)),
        apple: try Self.apple(settings),
        reader: AnswerReader(verifier: ReceiptVerifier(anchors: try WorkerRoots.anchors(lab: settings.labRoots))),
        policy: policy, clock: clock, board: board, observer: RefreshObserver(logger: logger, metrics: metrics)),
      limits: GovernorLimits(teamPerSecond: settings.teamRate, totalPerSecond: settings.totalRate))
    metrics.gauge("assay_receipt_rate_allowed", help: "Requests a second that this worker may send to Apple.") {
      refresher.allowedPerSecond
    }
    receipts = ReceiptQueueService(
      queue: queue, refresher: refresher, leases: leases, concurrency: settings.concurrency,
      pollInterval: settings.pollInterval, logger: logger)
    upkeep = UpkeepService(
      parts: UpkeepService.Parts(
        pool: upkeepPool,
        queue: JobQueue(.receipts, pool: upkeepPool, worker: settings.name, leaseSeconds: settings.leaseSeconds),
        leases: leases, board: board, clock: clock, roster: WorkerRoster(pool: upkeepPool, worker: settings.name),
        refresher: refresher, enrolment: ReceiptEnrolment(pool: upkeepPool, schedule: policy.schedule),
        store: ReceiptRefreshStore(pool: upkeepPool), gauges: QueueGauges(metrics),
        eventRetention: settings.eventRetention),
      logger: logger)
  }

  private static func apple(_ settings: WorkerSettings) throws -> AppleReceiptClient {
    var configuration = HTTPClientConfiguration()
    configuration.certificateAuthorities = settings.certificateAuthorities
    configuration.connectTimeout = settings.connectTimeout
    configuration.totalTimeout = settings.answerTimeout
    configuration.maximumBodyBytes = 64 * 1_024
    // One multiplexed connection to each host.
    configuration.maximumConnectionsPerHost = 1
    return AppleReceiptClient(
      endpoint: settings.endpoint, client: try HTTPClient(configuration: configuration), tokens: ProviderTokens())
  }
}
