import AppAttest
import AttestationService
import HTTPClient
import HTTPServer
import JobQueue
public import Lifecycle
import Postgres
import ReceiptRefresh
public import Telemetry

/// The whole of `assay-worker`, put together from its settings. Tests run it as the program does.
public final class Worker: Sendable {
  /// What a worker gives to services that other parts of Assay add to it.
  public struct Context: Sendable {
    /// The worker's name, unique among those that run.
    public let name: String
    /// The database, as assay_worker.
    public let configuration: PostgresConfiguration
    /// Where to log.
    public let logger: Logger
    /// Where to count.
    public let metrics: Metrics
  }

  private let logger: Logger
  private let operations: HTTPServer
  private let upkeep: UpkeepService
  private let receipts: ReceiptQueueService
  private let deviceBits: DeviceBitsService
  private let webhooks: WebhookService
  private let more: [any Service]

  /// Puts the worker together. `adding` is where other parts of Assay put in services of theirs.
  public init(
    _ settings: WorkerSettings, destination: any LogDestination = DescriptorDestination(),
    adding: [@Sendable (Context) throws -> any Service] = []
  ) throws {
    try TrustAnchors.selfCheck()
    let logger = Logger(
      label: "assay-worker", level: settings.logLevel, format: settings.logFormat, destination: destination)
    if settings.labRoots != nil {
      logger.warning("LAB WORKER: lab roots are accepted instead of Apple's. Never run this with real tenants.")
    }
    let metrics = Metrics()
    let configuration = settings.database.withText {
      PostgresConfiguration(
        conninfo: $0, applicationName: "assay-worker", statementTimeoutSeconds: 30, responseTimeoutSeconds: 40)
    }
    let parts = try WorkerParts(settings, configuration: configuration, logger: logger, metrics: metrics)
    self.logger = logger
    upkeep = parts.upkeep
    receipts = parts.receipts
    deviceBits = parts.deviceBits
    webhooks = parts.webhooks
    operations = Self.operations(settings, metrics, parts.store)
    let context = Context(name: settings.name, configuration: configuration, logger: logger, metrics: metrics)
    more = try adding.map { try $0(context) }
  }

  /// What the program runs, in the order of starting; stopping goes the other way, so that the heartbeats go on until
  /// the last held receipt is settled.
  public var group: [any Service] {
    let port = BlockingService(
      "operations", start: { [operations] in try operations.start() }, stop: { [operations] in operations.stop() })
    return [port, upkeep, deviceBits] + more + [webhooks, receipts]
  }

  /// Logs what happens to the services.
  public func observe(_ event: ServiceEvent) {
    switch event {
    case .starting(let name): logger.debug("starting", [.service: .text(name)])
    case .started(let name): logger.info("started", [.service: .text(name)])
    case .stopRequested(let signal): logger.notice("stop requested", [.signal: .integer(Int(signal))])
    case .stopping(let name): logger.debug("stopping", [.service: .text(name)])
    case .stopped(let name): logger.info("stopped", [.service: .text(name)])
    case .endedUnexpectedly(let name, let reason):
      logger.critical("a service ended", [.service: .text(name), .reason: .text(reason ?? "it returned")])
    case .outOfTime(let name): logger.error("a service did not stop in time", [.service: .text(name)])
    }
  }

  private static func operations(
    _ settings: WorkerSettings, _ metrics: Metrics, _ store: ReceiptRefreshStore
  ) -> HTTPServer {
    var configuration = HTTPServerConfiguration()
    configuration.address = settings.operationsAddress
    configuration.port = settings.operationsPort
    let handler = WorkerOperations(metrics: metrics) { (try? await store.clock()) != nil }
    return HTTPServer(configuration: configuration, handler: handler)
  }
}
