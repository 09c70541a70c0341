import Postgres

/// Follows the streams of accounts.
public final class DeviceEvents: Sendable {
  static let batch = 100

  private let reader: DeviceEventReader
  private let store: DeviceAccountStore
  private let bell: EntityBell

  init(pool: PostgresPool, bell: EntityBell) {
    reader = DeviceEventReader(pool: pool)
    store = DeviceAccountStore(pool: pool)
    self.bell = bell
  }

  /// Hands an account's events after a position to `deliver`, in order, as they happen; an empty list now and then, so
  /// that the other side shows whether it is still there. Ends when `deliver` says false, when the token ends, after the
  /// account's deletion, or with the task.
  public func follow(
    _ account: DeviceAccount, site: DeviceSite, token: DeviceToken, after position: Int64,
    _ deliver: @Sendable ([DeviceAccountEvent]) -> Bool
  ) async throws {
    let place = EntityBell.Entity(tenant: site.tenant, number: account.number)
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
    _ place: EntityBell.Entity, _ site: DeviceSite, _ token: DeviceToken, after position: Int64,
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
      guard try await store.account(site: site, token: token) != nil else {
        return try await tellOfDeletion(place, after: position, deliver)
      }
      await bell.wait(for: place, after: strokes)
    }
  }

  /// An account that is deleted between the look at its events and the one at its token is told of all the same. To a token
  /// that was only revoked nothing more is told.
  private func tellOfDeletion(
    _ place: EntityBell.Entity, after position: Int64, _ deliver: @Sendable ([DeviceAccountEvent]) -> Bool
  ) async throws {
    let events = try await reader.events(
      tenant: place.tenant, account: place.number, after: position, limit: Self.batch)
    if events.last?.kind == .accountDeleted { _ = deliver(events) }
  }
}
