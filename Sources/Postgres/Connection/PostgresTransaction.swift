import Locking

/// A transaction that is open on a connection. BEGIN and the tenant travel with its first statements.
public final class PostgresTransaction: PostgresExecutor {
  private let connection: PostgresConnection
  private let prelude: Locked<[Command]>

  init(on connection: PostgresConnection, tenant: Int64?) {
    self.connection = connection
    prelude = Locked(TransactionCommands.prelude(tenant: tenant))
  }

  /// Runs statements in one round trip. A failing statement makes the whole transaction fail.
  public func batch(_ statements: [PostgresStatement]) async throws -> [PostgresRows] {
    guard !statements.isEmpty else { return [] }
    return try await connection.perform([takePrelude() + statements.map { .statement($0) }])
  }

  /// Runs the last statements and commits, in one round trip.
  func finish(with statements: [PostgresStatement] = []) async throws -> [PostgresRows] {
    let prelude = takePrelude()
    guard prelude.isEmpty || !statements.isEmpty else { return [] }
    let commands = prelude + statements.map { .statement($0) } + [TransactionCommands.commit]
    return try await connection.perform([commands])
  }

  /// Ends the transaction without effect. Runs in a cancelled task too; a connection that cannot do it is closed.
  func rollBack() async {
    guard connection.state.isInTransaction, !connection.isClosed else { return }
    do {
      _ = try await connection.perform([[TransactionCommands.rollback]], evenWhenCancelled: true)
    } catch {
      connection.close()
    }
  }

  private func takePrelude() -> [Command] {
    prelude.withLock { prelude in
      defer { prelude = [] }
      return prelude
    }
  }
}
