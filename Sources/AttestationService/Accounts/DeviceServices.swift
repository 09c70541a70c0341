import Postgres

/// The use cases of the device API, put together.
public struct DeviceServices: Sendable {
  /// Which app a request is for.
  public let sites: DeviceSiteDirectory
  /// What devices ask for.
  public let accounts: DeviceAccounts
  /// The streams of accounts.
  public let events: DeviceEvents
  /// What tenants ask for.
  public let directory: DeviceAccountDirectory
  /// The two bits that Apple keeps for each device.
  public let bits: DeviceBitsDesk
  private let watch: EntityWatch

  init(
    pool: PostgresPool, database: PostgresConfiguration, apps: AppDirectory, issuer: ChallengeIssuer,
    desk: ChallengeDesk, threads: VerificationThreads, lab: LabSwitch?
  ) {
    sites = DeviceSiteDirectory(store: DeviceSiteStore(pool: pool))
    let store = DeviceAccountStore(pool: pool)
    accounts = DeviceAccounts(
      apps: apps, settings: DeviceSettingsStore(pool: pool), store: store, issuer: issuer,
      claims: DeviceChallengeClaims(desk: desk, pool: pool), judge: DeviceAttestationJudge(lab: lab), threads: threads)
    watch = EntityWatch(database, channels: ["assay_device_events", DeviceBitsStore.endedChannel])
    events = DeviceEvents(pool: pool, bell: watch.bell)
    bits = DeviceBitsDesk(pool: pool, bell: watch.bell)
    directory = DeviceAccountDirectory(store: store)
  }

  /// Keeps the sites up to date and those who wait awake until the task is cancelled.
  public func run(reporting fault: @escaping @Sendable (any Error) -> Void) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await sites.run(reporting: fault) }
      group.addTask { await watch.run(reporting: fault) }
    }
  }
}
