import Foundation
import Postgres

/// All use cases of one server, put together.
public struct AttestationServices: Sendable {
  /// Who calls.
  public let authenticator: Authenticator
  /// Apps and their policies.
  public let apps: AppDirectory
  /// Issues challenges.
  public let challenges: ChallengeIssuer
  /// Registers keys.
  public let registration: Registration
  /// States of keys.
  public let keys: KeyDirectory
  /// Verifies signed requests.
  public let assertions: AssertionVerification
  /// The feeds of tenants.
  public let events: EventFeed
  /// Reports about the risk of devices.
  public let risk: RiskDesk
  /// Teams' keys for Apple.
  public let teamKeys: TeamKeyDesk
  /// Webhooks.
  public let webhooks: WebhookDesk
  /// Answers by `Idempotency-Key`.
  public let ledger: IdempotencyLedger
  /// The service keys of challenges.
  public let keyring: ChallengeKeyring
  /// Admissions and rollouts.
  public let rollouts: RolloutServices
  /// The device API.
  public let devices: DeviceServices
  /// The lab switch; nil unless it was thrown.
  public let lab: LabSwitch?
  private let reader: KeyReader
  private let threads: VerificationThreads
  private let pool: PostgresPool

  /// Puts the use cases together. Nothing runs before `start()`.
  public init(_ configuration: ServiceConfiguration, lab: LabSwitch?, observer: any ServiceObserver) throws {
    pool = try PostgresPool(configuration.database, limit: configuration.poolSize)
    threads = VerificationThreads(
      count: configuration.verificationThreads, queueLimit: configuration.verificationQueue)
    keyring = ChallengeKeyring(store: ChallengeKeyStore(pool: pool))
    let desk = ChallengeDesk(keyring: keyring, lab: lab)
    let keyStore = KeyStore(pool: pool)
    self.lab = lab
    authenticator = Authenticator(store: TenantStore(pool: pool))
    apps = AppDirectory(store: AppStore(pool: pool))
    keys = KeyDirectory(store: keyStore)
    events = EventFeed(pool: pool)
    risk = RiskDesk(pool: pool)
    teamKeys = TeamKeyDesk(pool: pool)
    webhooks = WebhookDesk(pool: pool)
    ledger = IdempotencyLedger(pool: pool)
    challenges = ChallengeIssuer(
      keyring: keyring, lab: lab, configuration: configuration.database, limits: configuration.challenges,
      observer: observer.batches(of: .challenges))
    reader = KeyReader(
      configuration: configuration.database, limits: configuration.keys, observer: observer.batches(of: .keys))
    assertions = AssertionVerification(
      desk: desk, keys: KeyCache(reader: reader, capacity: configuration.keyCacheCapacity),
      configuration: configuration.database, limits: configuration.assertions,
      observer: observer.batches(of: .assertions))
    registration = Registration(
      store: RegistrationStore(pool: pool, keys: keyStore), desk: desk, judge: AttestationJudge(lab: lab),
      threads: threads)
    rollouts = try RolloutServices(
      configuration.rollouts, database: configuration.database, issuer: challenges,
      observer: observer.batches(of: .admissions))
    devices = DeviceServices(
      pool: pool, database: configuration.database, apps: apps, issuer: challenges, desk: desk, threads: threads,
      lab: lab)
  }

  /// Starts the committers.
  public func start() {
    challenges.start()
    reader.start()
    assertions.start()
    rollouts.start()
  }

  /// Writes what waits, ends the threads, closes the connections. Blocks.
  public func stop() {
    rollouts.stop()
    challenges.stop()
    // Whoever waits for a key is handed to the assertions' committers, so these end last.
    reader.stop()
    assertions.stop()
    threads.stop()
    pool.close()
  }

  /// Keeps the service keys and the partitions up to date until the task is cancelled.
  public func maintain(reporting fault: @escaping @Sendable (any Error) -> Void) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await keyring.run(reporting: fault) }
      group.addTask { await PartitionKeeper(pool: pool).run(reporting: fault) }
      group.addTask { await rollouts.run(reporting: fault) }
      group.addTask { await devices.run(reporting: fault) }
    }
  }

  /// Why requests cannot be served now; empty when they can.
  public func obstacles() async -> [String] {
    var reasons: [String] = []
    if !challenges.isConnected { reasons.append("challenges: no database connection") }
    if !reader.isConnected { reasons.append("keys: no database connection") }
    if !assertions.isConnected { reasons.append("assertions: no database connection") }
    if !devices.sites.isLoaded { reasons.append("device API: sites not read yet") }
    if !keyring.isReady { reasons.append("challenges: no service key yet") }
    do { try await pool.withConnection { _ = try await $0.query("SELECT 1") } } catch {
      reasons.append("database: no answer")
    }
    return reasons
  }
}
