import AttestationService
import Foundation
import HTTPServer
import Lifecycle
import Postgres
import Telemetry

/// How `assay-api` runs: read from `ASSAY_…` variables, all problems at once.
public struct APISettings: Sendable {
  /// The connection string, which may hold a password.
  public var database: Secret
  /// Where the service API listens.
  public var listen: ListenAddress
  /// Where the operations endpoints listen.
  public var operations: ListenAddress
  /// Lab roots are accepted from this directory; nil: this is no lab server.
  public var labRoots: String?
  /// Threads that serve connections.
  public var httpThreads: Int
  /// Threads that commit assertions.
  public var committers: Int
  /// Requests that may wait for a commit.
  public var queueLimit: Int
  /// Connections beside those of the committers.
  public var poolSize: Int
  /// Threads that verify attestations.
  public var verificationThreads: Int
  /// How long a request may take.
  public var requestDeadline: Duration
  /// How long a stop may take.
  public var stopLimit: Duration
  /// The least level that is logged.
  /// How this replica takes part in rollouts.
  public var rollouts: RolloutServices.Configuration
  /// What is logged at least.
  public var logLevel: LogLevel
  /// How log lines look.
  public var logFormat: LogFormat

  /// Asks for every setting.
  public init(_ settings: inout Settings) {
    database = settings.requiredSecret("DATABASE_URL", purpose: "the connection string of the database, as assay_api")
    listen = Self.address(&settings, "LISTEN", default: ListenAddress(host: "127.0.0.1", port: 8080))
    operations = Self.address(&settings, "OPERATIONS_LISTEN", default: ListenAddress(host: "127.0.0.1", port: 8081))
    let isLab = settings.flag("LAB", default: false)
    let roots = settings.optionalText("LAB_ROOTS")
    labRoots = isLab ? settings.requiredWhenLab(roots) : nil
    httpThreads = settings.integer("HTTP_THREADS", default: 2, in: 1...64)
    committers = settings.integer("COMMITTERS", default: 2, in: 1...16)
    queueLimit = settings.integer("QUEUE_LIMIT", default: 2_048, in: 1...65_536)
    poolSize = settings.integer("POOL_SIZE", default: 4, in: 1...64)
    verificationThreads = settings.integer("VERIFICATION_THREADS", default: 1, in: 1...64)
    requestDeadline = settings.seconds("REQUEST_DEADLINE_SECONDS", default: .seconds(5), in: 0.1...30)
    stopLimit = settings.seconds("STOP_LIMIT_SECONDS", default: .seconds(20), in: 1...300)
    rollouts = RolloutServices.Configuration()
    rollouts.replica = settings.text("REPLICA", default: rollouts.replica)
    rollouts.listens = settings.flag("ROLLOUT_NOTIFICATIONS", default: true)
    rollouts.clockSkewSeconds =
      Double(settings.integer("CLOCK_SKEW_MILLISECONDS", default: 0, in: -60_000...60_000)) / 1000
    logLevel = settings.choice("LOG_LEVEL", default: .info)
    logFormat = settings.choice("LOG_FORMAT", default: .json)
  }

  private static func address(
    _ settings: inout Settings, _ name: String, default value: ListenAddress
  ) -> ListenAddress {
    settings.value(name, default: value, remedy: "Give ADDRESS:PORT, such as 0.0.0.0:8080") { ListenAddress($0) }
  }

  /// The settings of the use cases.
  var service: ServiceConfiguration {
    var service = ServiceConfiguration(
      database: database.withText {
        PostgresConfiguration(
          conninfo: $0, applicationName: "assay-api", statementTimeoutSeconds: 5, responseTimeoutSeconds: 10)
      })
    service.poolSize = poolSize
    service.rollouts = rollouts
    service.assertions = BatchLimits(committers: committers, queue: queueLimit)
    service.challenges = BatchLimits(committers: 1, queue: queueLimit)
    service.keys = BatchLimits(committers: 2, queue: queueLimit)
    service.verificationThreads = verificationThreads
    return service
  }
}

extension Settings {
  fileprivate mutating func requiredWhenLab(_ roots: String?) -> String {
    roots ?? requiredText("LAB_ROOTS", purpose: "the directory with the roots of the lab, because ASSAY_LAB is on")
  }
}
