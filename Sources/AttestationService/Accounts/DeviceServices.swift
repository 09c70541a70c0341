import Postgres

/// The use cases of the device API, put together.
public struct DeviceServices: Sendable {
  public let sites: DeviceSiteDirectory
  public let accounts: DeviceAccounts
  public let events: DeviceEvents
  public let directory: DeviceAccountDirectory

  init(
    pool: PostgresPool, database: PostgresConfiguration, apps: AppDirectory, issuer: ChallengeIssuer,
    desk: ChallengeDesk, threads: VerificationThreads, lab: LabSwitch?
  ) {
    sites = DeviceSiteDirectory(store: DeviceSiteStore(pool: pool))
    let store = DeviceAccountStore(pool: pool)
    accounts = DeviceAccounts(
      apps: apps, settings: DeviceSettingsStore(pool: pool), store: store, issuer: issuer,
      claims: DeviceChallengeClaims(desk: desk, pool: pool), judge: DeviceAttestationJudge(lab: lab), threads: threads)
    events = DeviceEvents(pool: pool, database: database)
    directory = DeviceAccountDirectory(store: store)
  }

  /// Keeps the sites up to date and the followers awake until the task is cancelled.
  public func run(reporting fault: @escaping @Sendable (any Error) -> Void) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await sites.run(reporting: fault) }
      group.addTask { await events.run(reporting: fault) }
    }
  }
}
