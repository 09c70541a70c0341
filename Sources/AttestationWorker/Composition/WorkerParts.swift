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
  let deviceBits: DeviceBitsService
  let webhooks: WebhookService
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
    let master = try MasterKey(settings.masterKey)
    let keys = TeamKeyCache(store: teamKeys, master: master)
    let tokens = ProviderTokens()
    let client = try Self.client(settings)
    let refresher = ReceiptRefresher(
      ReceiptRefresher.Parts(
        queue: queue, store: store, teamKeys: teamKeys,
        keys: keys, apple: AppleReceiptClient(endpoint: settings.endpoint, client: client, tokens: tokens),
        reader: AnswerReader(verifier: ReceiptVerifier(anchors: try WorkerRoots.anchors(lab: settings.labRoots))),
        policy: policy, clock: clock, board: board, observer: RefreshObserver(logger: logger, metrics: metrics)),
      limits: GovernorLimits(teamPerSecond: settings.teamRate, totalPerSecond: settings.totalRate))
    metrics.gauge("assay_receipt_rate_allowed", help: "Requests a second that this worker may send to Apple.") {
      refresher.allowedPerSecond
    }
    receipts = ReceiptQueueService(
      queue: queue, refresher: refresher, leases: leases, concurrency: settings.concurrency,
      pollInterval: settings.pollInterval, logger: logger)
    deviceBits = DeviceBitsService(
      store: DeviceBitsStore(pool: pool), keys: keys,
      client: DeviceCheckClient(endpoint: settings.deviceCheck, client: client, tokens: tokens),
      listener: PostgresListener(configuration, channels: [DeviceBitsStore.askedChannel]), owner: settings.name,
      concurrency: settings.concurrency, pollInterval: settings.pollInterval, logger: logger,
      answers: metrics.counter(
        "assay_device_bits_answers_total", help: "Answers of Apple's two-bit service.", labels: ["answer"]))
    upkeep = UpkeepService(
      parts: UpkeepService.Parts(
        pool: upkeepPool,
        queue: JobQueue(.receipts, pool: upkeepPool, worker: settings.name, leaseSeconds: settings.leaseSeconds),
        leases: leases, board: board, clock: clock, roster: WorkerRoster(pool: upkeepPool, worker: settings.name),
        refresher: refresher, enrolment: ReceiptEnrolment(pool: upkeepPool, schedule: policy.schedule),
        store: ReceiptRefreshStore(pool: upkeepPool), sealingKeys: SealingKeyStore(pool: upkeepPool),
        sealingKey: master.sealingKey, gauges: QueueGauges(metrics),
        eventRetention: settings.eventRetention),
      logger: logger)
    webhooks = try Self.webhooks(
      settings, pool: pool, master: master, clock: clock, observer: WebhookObserver(logger: logger, metrics: metrics))
  }

  private static func webhooks(
    _ settings: WorkerSettings, pool: PostgresPool, master: MasterKey, clock: DatabaseClock, observer: WebhookObserver
  ) throws -> WebhookService {
    var configuration = HTTPClientConfiguration()
    configuration.certificateAuthorities = settings.webhookAuthorities
    configuration.totalTimeout = .seconds(15)
    configuration.maximumBodyBytes = 64 * 1_024
    // Addresses come from tenants. Only in the lab may they be of this machine.
    configuration.refusesPrivateAddresses = settings.labRoots == nil
    let (outbox, board) = (WebhookOutbox(pool: pool), WebhookBoard())
    let policy = DeliveryPolicy(
      backoff: RetryBackoff(base: settings.webhookPause, ceiling: 86_400), attempts: settings.webhookAttempts)
    return WebhookService(
      queue: JobQueue(.webhooks, pool: pool, worker: settings.name), outbox: outbox, board: board,
      dispatcher: WebhookDispatcher(
        outbox: outbox, board: board, sender: WebhookSender(client: try HTTPClient(configuration: configuration)),
        policy: policy, clock: clock, observer: observer),
      master: master, concurrency: settings.webhookConcurrency, pollInterval: settings.pollInterval)
  }

  private static func client(_ settings: WorkerSettings) throws -> HTTPClient {
    var configuration = HTTPClientConfiguration()
    configuration.certificateAuthorities = settings.certificateAuthorities
    configuration.connectTimeout = settings.connectTimeout
    configuration.totalTimeout = settings.answerTimeout
    configuration.maximumBodyBytes = 64 * 1_024
    // One multiplexed connection to each host.
    configuration.maximumConnectionsPerHost = 1
    return try HTTPClient(configuration: configuration)
  }
}
