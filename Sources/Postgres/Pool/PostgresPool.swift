import Dispatch
import Locking

/// A bounded set of connections to one server. Callers wait in order, for a limited time.
///
/// Lost connections are noticed while idle too (the driver watches their sockets) and are replaced when next needed.
public final class PostgresPool: Sendable {
  private typealias Machine = PoolMachine<PostgresConnection, Waiter>
  private typealias Grant = PoolGrant<PostgresConnection>

  private let configuration: PostgresConfiguration
  private let acquireTimeoutSeconds: Double
  private let driver: ConnectionDriver
  private let machine: Locked<Machine>

  private struct Waiter: Sendable {
    let continuation: CheckedContinuation<PoolGrant<PostgresConnection>, any Error>
  }

  /// Makes a pool; no connection is opened before it is needed.
  ///
  /// - Parameters:
  ///   - limit: the most connections at a time.
  ///   - acquireTimeoutSeconds: how long a caller waits before `PostgresError.poolTimeout`.
  public init(_ configuration: PostgresConfiguration, limit: Int, acquireTimeoutSeconds: Double = 5)
    throws(PostgresError)
  {
    precondition(limit > 0, "a pool holds at least one connection")
    self.configuration = configuration
    self.acquireTimeoutSeconds = acquireTimeoutSeconds
    driver = try ConnectionDriver()
    machine = Locked(Machine(limit: limit))
  }

  deinit { driver.send(.stop) }

  /// Lends a connection to `body`. It comes back whole: an open transaction is rolled back.
  @discardableResult
  public func withConnection<R>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: (PostgresConnection) async throws -> R
  ) async throws -> R {
    let connection = try await acquire()
    do {
      let result = try await body(connection)
      await restore(connection)
      return result
    } catch {
      await restore(connection)
      throw error
    }
  }

  /// Runs `body` in a transaction as `tenant`: BEGIN and `SET LOCAL app.tenant` travel with the first statement.
  ///
  /// The transaction commits when `body` returns and rolls back when it throws. With `tenant` nil no tenant is set, and
  /// row-level security shows nothing.
  @discardableResult
  public func withTransaction<R>(
    tenant: Int64?, isolation: isolated (any Actor)? = #isolation,
    _ body: (PostgresTransaction) async throws -> R
  ) async throws -> R {
    try await withConnection { connection in
      let transaction = PostgresTransaction(on: connection, tenant: tenant)
      do {
        let result = try await body(transaction)
        _ = try await transaction.finish()
        return result
      } catch {
        await transaction.rollBack()
        throw error
      }
    }
  }

  /// Runs statements as `tenant` in a transaction of their own, all in one round trip.
  public func transaction(tenant: Int64?, _ statements: [PostgresStatement]) async throws -> [PostgresRows] {
    try await withConnection { connection in
      let transaction = PostgresTransaction(on: connection, tenant: tenant)
      do {
        return try await transaction.finish(with: statements)
      } catch {
        await transaction.rollBack()
        throw error
      }
    }
  }

  /// Closes the pool: waiters are refused, idle connections closed, lent ones closed when they come back.
  public func close() {
    let (waiters, idle) = machine.withLock { $0.close() }
    for waiter in waiters { waiter.continuation.resume(throwing: PostgresError.poolClosed) }
    for connection in idle { connection.close() }
  }

  /// Connections open or being opened, of which idle, and callers waiting.
  public var statistics: (total: Int, idle: Int, waiting: Int) {
    machine.withLock { ($0.total, $0.idleCount, $0.waiting) }
  }
}

extension PostgresPool {
  private func acquire() async throws -> PostgresConnection {
    try Task.checkCancellation()
    switch machine.withLock({ $0.acquire { !$0.isClosed } }) {
    case .use(let connection): return connection
    case .open: return try await open()
    case .refuse: throw PostgresError.poolClosed
    case .wait(let ticket):
      switch try await wait(ticket: ticket) {
      case .connection(let connection): return connection
      case .place: return try await open()
      }
    }
  }

  private func open() async throws -> PostgresConnection {
    do {
      return try await PostgresConnection.open(configuration, driver: driver)
    } catch {
      wake(machine.withLock { $0.giveUpPlace() })
      throw error
    }
  }

  private func wait(ticket: UInt64) async throws -> Grant {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let waiter = Waiter(continuation: continuation)
        let grant = machine.withLock { $0.enqueue(waiter, ticket: ticket) { !$0.isClosed } }
        if let grant { return continuation.resume(returning: grant) }
        DispatchQueue.global().asyncAfter(deadline: .now() + acquireTimeoutSeconds) { [weak self] in
          self?.abandon(ticket, PostgresError.poolTimeout)
        }
        // The cancellation handler may have run before the waiter stood in the line.
        if Task.isCancelled { abandon(ticket, CancellationError()) }
      }
    } onCancel: {
      abandon(ticket, CancellationError())
    }
  }

  private func abandon(_ ticket: UInt64, _ error: any Error) {
    machine.withLock { $0.abandon(ticket: ticket) }?.continuation.resume(throwing: error)
  }

  private func wake(_ granted: (Waiter, Grant)?) {
    if let (waiter, grant) = granted { waiter.continuation.resume(returning: grant) }
  }

  private func restore(_ connection: PostgresConnection) async {
    if connection.state.isInTransaction, !connection.isClosed {
      _ = try? await connection.perform([[TransactionCommands.rollback]], evenWhenCancelled: true)
    }
    if connection.state.isInTransaction { connection.close() }
    let isClosed = machine.withLock { $0.isClosed }
    if isClosed { connection.close() }
    wake(machine.withLock { connection.isClosed ? $0.giveUpPlace() : $0.giveBack(connection) })
  }
}
