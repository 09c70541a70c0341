import Postgres

/// Listens to the database for what happens to entities, over one connection, and rings their bell.
final class EntityWatch: Sendable {
  /// How long somebody waits at most before he looks again.
  static let round: Duration = .seconds(5)

  let bell = EntityBell()
  private let listener: PostgresListener

  init(_ database: PostgresConfiguration, channels: [String]) {
    listener = PostgresListener(database, channels: channels)
  }

  /// Listens and wakes until the task is cancelled.
  func run(reporting fault: @escaping @Sendable (any Error) -> Void) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.listen(reporting: fault) }
      group.addTask { await self.wakeInRounds() }
    }
  }

  private func listen(reporting fault: @escaping @Sendable (any Error) -> Void) async {
    while !Task.isCancelled {
      do {
        try await listener.run { [bell] notification in
          if let entity = EntityBell.Entity(payload: notification.payload) { await bell.ring(entity) }
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
