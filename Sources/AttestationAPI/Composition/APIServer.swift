import AppAttest
import AttestationService
import HTTPServer
import Lifecycle
import Postgres
import Telemetry

/// The whole of `assay-api`, put together from its settings. Tests run it as the program does.
public final class APIServer: Sendable {
  private let settings: APISettings
  private let logger: Logger
  private let services: AttestationServices
  private let front: HTTPServer
  private let back: HTTPServer
  private let operations: OperationsHandler

  /// Puts the server together. Nothing runs or listens yet. Throws when Apple's roots are damaged or the lab's are not there.
  public init(_ settings: APISettings, destination: any LogDestination = DescriptorDestination()) throws {
    try TrustAnchors.selfCheck()
    let logger = Logger(
      label: "assay-api", level: settings.logLevel, format: settings.logFormat, destination: destination)
    self.settings = settings
    self.logger = logger
    let metrics = Metrics()
    let lab = try settings.labRoots.map { LabSwitch(anchors: try LabRoots.read($0)) }
    if lab != nil {
      logger.warning("LAB SERVER: lab roots are accepted beside Apple's. Never run this with real tenants.")
    }
    services = try AttestationServices(
      settings.service, lab: lab, observer: BatchMetrics(logger: logger, metrics: metrics))
    operations = OperationsHandler(services: services, metrics: metrics)
    let observer = RequestObserver(logger: logger, metrics: metrics)
    let handler = APIHandler(services: services, observer: observer, requestDeadline: settings.requestDeadline)
    let door = DeviceFrontDoor(
      services: services.devices, observer: observer, requestDeadline: settings.requestDeadline, service: handler)
    front = HTTPServer(configuration: Self.front(settings), handler: door)
    back = HTTPServer(configuration: Self.back(settings), handler: operations)
    Self.measure(services, front, metrics)
  }

  /// The port of the service API.
  public var port: UInt16 { front.port }
  /// The port of the operations endpoints.
  public var operationsPort: UInt16 { back.port }

  /// What the program runs, in the order of starting. Stopping goes the other way: first no new requests, then what waits
  /// is written, then the operations port goes.
  public var group: [any Service] {
    [
      BlockingService("operations", start: { [back] in try back.start() }, stop: { [back] in back.stop() }),
      BlockingService("committers", start: { [services] in services.start() }, stop: { [services] in services.stop() }),
      MaintenanceService(services: services, logger: logger),
      BlockingService("api", start: { [front] in try front.start() }, stop: { [self] in stopFront() }),
    ]
  }

  /// Logs what happens to the services.
  public func observe(_ event: ServiceEvent) {
    switch event {
    case .starting(let name): logger.debug("starting", [.service: .text(name)])
    case .started(let name): logger.info("started", [.service: .text(name), .port: .integer(Int(port))])
    case .stopRequested(let signal): logger.notice("stop requested", [.signal: .integer(Int(signal))])
    case .stopping(let name): logger.debug("stopping", [.service: .text(name)])
    case .stopped(let name): logger.info("stopped", [.service: .text(name)])
    case .endedUnexpectedly(let name, let reason):
      logger.critical("a service ended", [.service: .text(name), .reason: .text(reason ?? "it returned")])
    case .outOfTime(let name): logger.error("a service did not stop in time", [.service: .text(name)])
    }
  }

  private func stopFront() {
    operations.announceStop()
    front.stop(within: settings.requestDeadline)
  }

  private static func front(_ settings: APISettings) -> HTTPServerConfiguration {
    var configuration = configuration(settings.listen)
    configuration.threads = settings.httpThreads
    configuration.maximumConnections = 4_096
    configuration.handlerTimeout = settings.requestDeadline + .seconds(10)
    return configuration
  }

  private static func back(_ settings: APISettings) -> HTTPServerConfiguration { configuration(settings.operations) }

  private static func configuration(_ address: ListenAddress) -> HTTPServerConfiguration {
    var configuration = HTTPServerConfiguration()
    configuration.address = address.host
    configuration.port = address.port
    configuration.errorResponse = { fault in
      ProblemDetails.response(fault.refusal, correlationID: CorrelationID().description, status: fault.status)
    }
    return configuration
  }

  private static func measure(_ services: AttestationServices, _ front: HTTPServer, _ metrics: Metrics) {
    metrics.gauge("assay_assertions_waiting", help: "Assertions that wait for a commit.") {
      Double(services.assertions.depth)
    }
    metrics.gauge("assay_challenges_waiting", help: "Challenges that wait for a commit.") {
      Double(services.challenges.depth)
    }
    metrics.gauge("assay_connections_open", help: "Open connections of clients.") {
      Double(front.statistics.openConnections)
    }
  }
}
