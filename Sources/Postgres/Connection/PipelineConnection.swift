import CLibPQ
import Glibc

/// A connection for one plain thread: it queues many statements, sends them together, and waits for all answers.
///
/// Not Sendable on purpose: a batcher's thread makes it, uses it and drops it. Every call blocks the calling thread, so it
/// never belongs on Swift's cooperative threads. After an error with `isConnectionLost` the connection is of no more use.
public final class PipelineConnection {
  private let handle: ConnectionHandle
  private let responseTimeoutSeconds: Double
  private var lost = false

  /// Connects, waiting at most the configuration's connect timeout.
  public init(_ configuration: PostgresConfiguration) throws(PostgresError) {
    handle = try ConnectionHandle(connectingTo: configuration)
    responseTimeoutSeconds = configuration.responseTimeoutSeconds
  }

  /// False after the connection was lost; make a new one then. Asks the socket, so that a connection which the server
  /// ended while it was idle is found before statements go to it.
  public var isUsable: Bool {
    takeInWhatCame()
    return !lost && !handle.isBroken
  }

  /// Reads what came unasked. The server's last words and the end of the stream are two reads.
  private func takeInWhatCame() {
    for _ in 0..<4 where !lost && !handle.isBroken {
      var entry = pollfd(fd: handle.descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, 0) > 0 else { return }
      if !handle.consumeInput() { lost = true }
    }
  }

  /// Runs the calls of several tenants in one transaction, in the order given: one round trip, one durable commit.
  ///
  /// - Returns: the rows of each statement, tenant by tenant, in order.
  /// - Throws: the first error; nothing took place then. With `isConnectionLost` the outcome is unknown.
  public func transaction(_ calls: [TenantCalls]) throws(PostgresError) -> [[PostgresRows]] {
    var unit: Exchange.Unit = [TransactionCommands.begin]
    for call in calls {
      unit.append(TransactionCommands.setTenant(call.tenant))
      unit.append(contentsOf: call.statements.map { .statement($0) })
    }
    unit.append(TransactionCommands.commit)
    do throws(PostgresError) {
      var rows = try one(run(.pipeline([unit])))[...]
      return calls.map { call in
        defer { rows = rows.dropFirst(call.statements.count) }
        return Array(rows.prefix(call.statements.count))
      }
    } catch {
      try rollBack(after: error)
      throw error
    }
  }

  /// Runs statements in one round trip, each in a transaction of its own: each fails or succeeds alone.
  public func each(_ statements: [PostgresStatement]) throws(PostgresError) -> [Result<PostgresRows, PostgresError>] {
    try run(.pipeline(statements.map { [.statement($0)] })).map { outcome in
      outcome.flatMap { rows in rows.first.map { .success($0) } ?? .failure(.decoding("no result")) }
    }
  }

  /// Runs one statement.
  public func query(_ sql: String, _ binds: [PostgresValue] = []) throws(PostgresError) -> PostgresRows {
    let rows = try one(run(.pipeline([[.statement(PostgresStatement(sql, binds))]])))
    guard let first = rows.first else { throw .decoding("no result") }
    return first
  }

  /// Runs a text of several statements without binds, as one implicit transaction unless it says otherwise.
  public func script(_ sql: String) throws(PostgresError) {
    _ = try one(run(.script(sql)))
  }

  private func one(_ outcomes: [Result<[PostgresRows], PostgresError>]) throws(PostgresError) -> [PostgresRows] {
    guard let outcome = outcomes.first else { throw .decoding("no result") }
    return try outcome.get()
  }

  private func rollBack(after error: PostgresError) throws(PostgresError) {
    guard !lost, !handle.isBroken, handle.isInTransaction else { return }
    _ = try run(.pipeline([[TransactionCommands.rollback]]))
  }

  private func run(_ request: Exchange.Request) throws(PostgresError) -> [Result<[PostgresRows], PostgresError>] {
    guard !lost, !handle.isBroken else { throw .connectionLost("the connection was lost before") }
    do throws(PostgresError) {
      var exchange = Exchange(request)
      try exchange.begin(handle)
      while case .waiting(let toWrite) = try exchange.advance(handle) { try wait(toWrite: toWrite) }
      return exchange.outcomes
    } catch {
      lost = true
      throw error
    }
  }

  private func wait(toWrite: Bool) throws(PostgresError) {
    var entry = pollfd(fd: handle.descriptor, events: Int16(POLLIN) | (toWrite ? Int16(POLLOUT) : 0), revents: 0)
    let ready = poll(&entry, 1, Int32(responseTimeoutSeconds * 1000))
    if ready == 0 { throw .responseTimeout }
    if ready < 0 && errno != EINTR { throw .connectionLost("poll failed with \(errno)") }
    if ready > 0, entry.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0, !handle.consumeInput() {
      throw handle.lastError
    }
  }
}

/// The statements of one tenant inside a shared transaction.
public struct TenantCalls: Sendable {
  /// The tenant that row-level security lets the statements see.
  public let tenant: Int64
  /// Run in order.
  public let statements: [PostgresStatement]

  /// Joins a tenant and its statements.
  public init(tenant: Int64, _ statements: [PostgresStatement]) {
    self.tenant = tenant
    self.statements = statements
  }
}
