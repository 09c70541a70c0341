import Postgres

/// Follows the streams of accounts.
public final class DeviceEvents: Sendable {
  /// How long a follower waits at most before it looks again, and tells its client that it is still there.
  static let round: Duration = .seconds(5)
  static let batch = 100
  static let channel = "assay_device_events"

  private let reader: DeviceEventReader
  private let store: DeviceAccountStore
  private let listener: PostgresListener
  private let bell = DeviceEventBell()

  init(pool: PostgresPool, database: PostgresConfiguration) {
    reader = DeviceEventReader(pool: pool)
    store = DeviceAccountStore(pool: pool)
    listener = PostgresListener(database, channels: [Self.channel])
  }

  /// Listens and wakes until the task is cancelled.
  public func run(reporting fault: @escaping @Sendable (any Error) -> Void) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.listen(reporting: fault) }
      group.addTask { await self.wakeInRounds() }
    }
  }

  /// Hands an account's events after a position to `deliver`, in order, as they happen; an empty list now and then, so
  /// that the other side shows whether it is still there. Ends when `deliver` says false, when the token ends, after the
  /// account's deletion, or with the task.
  public func follow(
    _ account: DeviceAccount, site: DeviceSite, token: DeviceToken, after position: Int64,
    _ deliver: @Sendable ([DeviceAccountEvent]) -> Bool
  ) async throws {
    let place = DeviceEventBell.Account(tenant: site.tenant, number: account.number)
    await bell.follow(place)
    do {
      try await follow(place, site, token, after: position, deliver)
      await bell.leave(place)
    } catch {
      await bell.leave(place)
      throw error
    }
  }

  private func follow(
    _ place: DeviceEventBell.Account, _ site: DeviceSite, _ token: DeviceToken, after position: Int64,
    _ deliver: @Sendable ([DeviceAccountEvent]) -> Bool
  ) async throws {
    var position = position
    while !Task.isCancelled {
      let strokes = await bell.strokes(for: place)
      let events = try await reader.events(
        tenant: place.tenant, account: place.number, after: position, limit: Self.batch)
      position = events.last?.position ?? position
      guard deliver(events), events.last?.kind != .accountDeleted else { return }
      if events.count == Self.batch { continue }
      guard try await store.account(site: site, token: token) != nil else { return }
      await bell.wait(for: place, after: strokes)
    }
  }

  private func listen(reporting fault: @escaping @Sendable (any Error) -> Void) async {
    while !Task.isCancelled {
      do {
        try await listener.run { [bell] notification in
          if let account = DeviceEventBell.Account(payload: notification.payload) { await bell.ring(account) }
        }
      } catch is CancellationError {
        return
      } catch {
        fault(error)
        try? await Task.sleep(for: .seconds(1))
      }
    }
  }

  private func wakeInRounds() async {
    while !Task.isCancelled {
      try? await Task.sleep(for: Self.round)
      await bell.ringAll()
    }
    await bell.ringAll()
  }
}
