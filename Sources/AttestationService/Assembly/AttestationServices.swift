import Foundation
import Postgres

/// All use cases of one server, put together.
public struct AttestationServices: Sendable {
  public let authenticator: Authenticator
  public let apps: AppDirectory
  public let challenges: ChallengeIssuer
  public let registration: Registration
  public let keys: KeyDirectory
  public let assertions: AssertionVerification
  public let events: EventFeed
  public let ledger: IdempotencyLedger
  public let keyring: ChallengeKeyring
  public let devices: DeviceServices
  public let lab: LabSwitch?
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
    ledger = IdempotencyLedger(pool: pool)
    challenges = ChallengeIssuer(
      keyring: keyring, lab: lab, configuration: configuration.database, limits: configuration.challenges,
      observer: observer.batches(of: .challenges))
    assertions = AssertionVerification(
      desk: desk, keys: KeyCache(store: keyStore, capacity: configuration.keyCacheCapacity),
      configuration: configuration.database, limits: configuration.assertions,
      observer: observer.batches(of: .assertions))
    registration = Registration(
      store: RegistrationStore(pool: pool, keys: keyStore), desk: desk, judge: AttestationJudge(lab: lab),
      threads: threads)
    devices = DeviceServices(
      pool: pool, database: configuration.database, apps: apps, issuer: challenges, desk: desk, threads: threads, lab: lab)
  }

  /// Starts the committers.
  public func start() {
    challenges.start()
    assertions.start()
  }

  /// Writes what waits, ends the threads, closes the connections. Blocks.
  public func stop() {
    challenges.stop()
    assertions.stop()
    threads.stop()
    pool.close()
  }

  /// Keeps the service keys and the partitions up to date until the task is cancelled.
  public func maintain(reporting fault: @escaping @Sendable (any Error) -> Void) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await keyring.run(reporting: fault) }
      group.addTask { await PartitionKeeper(pool: pool).run(reporting: fault) }
      group.addTask { await devices.run(reporting: fault) }
    }
  }

  /// Why requests cannot be served now; empty when they can.
  public func obstacles() async -> [String] {
    var reasons: [String] = []
    if !challenges.isConnected { reasons.append("challenges: no database connection") }
    if !assertions.isConnected { reasons.append("assertions: no database connection") }
    if !devices.sites.isLoaded { reasons.append("device API: sites not read yet") }
    if !keyring.isReady { reasons.append("challenges: no service key yet") }
    do { try await pool.withConnection { _ = try await $0.query("SELECT 1") } } catch {
      reasons.append("database: no answer")
    }
    return reasons
  }
}
