import AttestationService
import Foundation
public import Lifecycle
import Telemetry

/// How `assay-worker` runs: read from `ASSAY_…` variables, all problems at once.
public struct WorkerSettings: Sendable {
  var database: Secret
  var masterKey: Secret
  var name: String
  var endpoint: AppleEndpoint
  var deviceCheck: DeviceCheckEndpoint
  var certificateAuthorities: String?
  var labRoots: String?
  var totalRate: Double
  var teamRate: Double
  var concurrency: Int
  var leaseSeconds: Double
  var pollInterval: Duration
  var webhookAuthorities: String?
  var webhookAttempts: Int
  var webhookPause: Double
  var webhookConcurrency: Int
  var connectTimeout: Duration
  var answerTimeout: Duration
  var poolSize: Int
  var eventRetention: Duration
  var operationsAddress: String
  var operationsPort: UInt16
  /// Time for a graceful stop.
  public var stopLimit: Duration
  var logLevel: LogLevel
  var logFormat: LogFormat

  /// Asks for every setting.
  public init(_ settings: inout Settings) {
    database = settings.requiredSecret(
      "DATABASE_URL", purpose: "the connection string of the database, as assay_worker")
    masterKey = settings.requiredSecret("MASTER_KEY", purpose: "the master key of team keys, 32 bytes in base64")
    let host = ProcessInfo.processInfo.hostName
    name = settings.text("WORKER_NAME", default: "\(host)/\(ProcessInfo.processInfo.processIdentifier)")
    endpoint = Self.endpoint(&settings)
    deviceCheck = Self.deviceCheck(&settings)
    certificateAuthorities = settings.optionalText("APPLE_CA_FILE")
    let isLab = settings.flag("LAB", default: false)
    let roots = settings.optionalText("LAB_ROOTS")
    labRoots =
      isLab ? roots ?? settings.requiredText("LAB_ROOTS", purpose: "the directory with the roots of the lab") : nil
    totalRate = Double(settings.integer("APPLE_RATE", default: 100, in: 1...10_000))
    teamRate = Double(settings.integer("APPLE_TEAM_RATE", default: 20, in: 1...10_000))
    concurrency = settings.integer("CONCURRENCY", default: 256, in: 1...4_096)
    leaseSeconds = Double(settings.integer("LEASE_SECONDS", default: 60, in: 1...3_600))
    pollInterval = settings.seconds("POLL_SECONDS", default: .milliseconds(500), in: 0.01...2)
    webhookAuthorities = settings.optionalText("WEBHOOK_CA_FILE")
    webhookAttempts = settings.integer("WEBHOOK_ATTEMPTS", default: 16, in: 1...100)
    webhookPause = Double(settings.integer("WEBHOOK_FIRST_PAUSE_SECONDS", default: 5, in: 1...3_600))
    webhookConcurrency = settings.integer("WEBHOOK_CONCURRENCY", default: 64, in: 1...1_024)
    connectTimeout = settings.seconds("APPLE_CONNECT_SECONDS", default: .seconds(5), in: 0.1...60)
    answerTimeout = settings.seconds("APPLE_ANSWER_SECONDS", default: .seconds(20), in: 0.1...120)
    poolSize = settings.integer("POOL_SIZE", default: 8, in: 2...64)
    eventRetention = .seconds(86_400 * settings.integer("EVENT_RETENTION_DAYS", default: 400, in: 31...36_500))
    operationsAddress = settings.text("OPERATIONS_ADDRESS", default: "127.0.0.1")
    operationsPort = UInt16(settings.integer("OPERATIONS_PORT", default: 8082, in: 0...65_535))
    stopLimit = settings.seconds("STOP_LIMIT_SECONDS", default: .seconds(30), in: 1...300)
    logLevel = settings.choice("LOG_LEVEL", default: .info)
    logFormat = settings.choice("LOG_FORMAT", default: .json)
  }

  private static func deviceCheck(_ settings: inout Settings) -> DeviceCheckEndpoint {
    let apple = DeviceCheckEndpoint()
    return DeviceCheckEndpoint(
      production: settings.text("DEVICECHECK_PRODUCTION_URL", default: apple.production),
      development: settings.text("DEVICECHECK_DEVELOPMENT_URL", default: apple.development))
  }

  private static func endpoint(_ settings: inout Settings) -> AppleEndpoint {
    let apple = AppleEndpoint()
    let scheme = settings.text("APPLE_AUTHORIZATION_SCHEME", default: "none")
    let contentType = settings.text("APPLE_CONTENT_TYPE", default: apple.contentType ?? "none")
    return AppleEndpoint(
      production: settings.text("APPLE_PRODUCTION_URL", default: apple.production),
      development: settings.text("APPLE_DEVELOPMENT_URL", default: apple.development),
      contentType: contentType == "none" ? nil : contentType, authorizationScheme: scheme == "none" ? nil : scheme)
  }
}
