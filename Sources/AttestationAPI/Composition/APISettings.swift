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
  public var listen: ListenAddress
  public var operations: ListenAddress
  /// Lab roots are accepted from this directory; nil: this is no lab server.
  public var labRoots: String?
  public var httpThreads: Int
  public var committers: Int
  public var queueLimit: Int
  public var poolSize: Int
  public var verificationThreads: Int
  public var requestDeadline: Duration
  public var stopLimit: Duration
  public var logLevel: LogLevel
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
    service.assertions = BatchLimits(committers: committers, queue: queueLimit)
    service.challenges = BatchLimits(committers: 1, queue: queueLimit)
    service.verificationThreads = verificationThreads
    return service
  }
}

extension Settings {
  fileprivate mutating func requiredWhenLab(_ roots: String?) -> String {
    roots ?? requiredText("LAB_ROOTS", purpose: "the directory with the roots of the lab, because ASSAY_LAB is on")
  }
}
