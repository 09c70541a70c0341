import Foundation
import Locking
import Postgres
import Timing

/// Collects requests while a commit is in flight and makes them the next commit: one call for each tenant, one durable
/// commit for all, a verdict for each row.
///
/// Each committer is a plain thread with a connection of its own. A connection that died while idle is replaced before
/// rows go to it; one that dies under a batch answers its rows with `wait`. While none can be made, requests are refused
/// at once.
final class Batcher<Work: BatchWork>: Sendable {
  private let name: String
  private let work: Work
  private let configuration: PostgresConfiguration
  private let limits: BatchLimits
  private let state: Locked<BatchState<Work.Row>>
  private let wakeUp = DispatchSemaphore(value: 0)
  /// Ends a pause between attempts to connect. Not `wakeUp`: each signal of that one is meant for a committer that sleeps.
  private let closing = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)
  private let observer: any BatchObserver

  init(
    name: String, work: Work, configuration: PostgresConfiguration, limits: BatchLimits, observer: any BatchObserver
  ) {
    self.name = name
    self.work = work
    self.configuration = configuration
    self.limits = limits
    self.observer = observer
    state = Locked(BatchState(queueLimit: limits.queue, joining: limits.joining))
  }

  /// Starts the committers. They connect by themselves.
  func start() {
    for index in 0..<limits.committers {
      let thread = Thread { [self] in commitUntilClosed() }
      thread.name = "\(name)-\(index)"
      thread.stackSize = 1 << 20
      thread.start()
    }
  }

  /// Queues a row, or answers it at once.
  func submit(_ row: Work.Row) {
    switch state.withLock({ $0.enter(row) }) {
    case .refused(let refusal):
      observer.refused(refusal)
      row.complete(refusal)
    case .waiting(let wake): if wake { wakeUp.signal() }
    }
  }

  /// Whether at least one committer has a connection.
  var isConnected: Bool { state.withLock { $0.connected > 0 } }

  /// How many rows wait.
  var depth: Int { state.withLock { $0.queue.count } }

  /// Takes nothing more in, writes what waits, and lets the threads end. Blocks until they have.
  func stop() {
    state.withLock { $0.queue.close() }
    for _ in 0..<limits.committers {
      wakeUp.signal()
      closing.signal()
    }
    for _ in 0..<limits.committers { ended.wait() }
  }

  private func commitUntilClosed() {
    var pause = Backoff()
    while !isClosed {
      do throws(PostgresError) {
        let connection = try PipelineConnection(configuration)
        state.withLock { $0.connectionMade() }
        pause = Backoff()
        commitReconnecting(from: connection)
        leave()
      } catch {
        observer.failed(error)
        _ = closing.wait(timeout: .now() + pause.next())
      }
    }
    ended.signal()
  }

  private func leave() {
    let left = state.withLock { $0.connectionLost() }
    if left.wake { wakeUp.signal() }
    for row in left.orphans { row.complete(.storageUnavailable) }
  }

  /// Commits on one connection after another, until none can be made at once: the server may have ended an idle one.
  private func commitReconnecting(from first: PipelineConnection) {
    var connection: PipelineConnection? = first
    while let usable = connection {
      observer.connected()
      commit(on: usable)
      connection = isClosed ? nil : try? PipelineConnection(configuration)
    }
  }

  private var isClosed: Bool { state.withLock { $0.queue.isClosed && $0.queue.isEmpty } }

  /// Commits batch after batch until the connection is lost or the work is over.
  private func commit(on connection: PipelineConnection) {
    while connection.isUsable {
      switch state.withLock({ $0.next(atMost: limits.batch, at: .now) }) {
      case .end: return
      case .sleep: wakeUp.wait()
      case .work(let take):
        for row in take.expired { row.complete(.deadlineExceeded) }
        write(take.batch, on: connection)
        if isWorthGathering(after: take.batch.count) { usleep(BatchLimits.gathering) }
      }
    }
  }

  private func isWorthGathering(after batch: Int) -> Bool {
    batch >= BatchLimits.busy && state.withLock { $0.queue.count } < BatchLimits.worthwhile
  }

  private func write(_ rows: [Work.Row], on connection: PipelineConnection, attempt: Int = 1) {
    guard !rows.isEmpty else { return }
    let groups = Self.byTenant(rows)
    let started = Uptime.now
    do throws(PostgresError) {
      let answers = try connection.transaction(
        groups.map { TenantCalls(tenant: $0.tenant, [work.statement(tenant: $0.tenant, rows: $0.rows)]) })
      observer.committed(rows: rows.count, took: .now - started)
      for (group, answer) in zip(groups, answers) { deliver(answer, to: group.rows) }
    } catch {
      observer.failed(error)
      retry(rows, after: error, on: connection, attempt: attempt)
    }
  }

  /// The rows of each tenant, in tenant order, in which every replica takes its locks.
  private static func byTenant(_ rows: [Work.Row]) -> [(tenant: Int64, rows: [Work.Row])] {
    if let tenant = rows.first?.tenant, rows.allSatisfy({ $0.tenant == tenant }) { return [(tenant, rows)] }
    return Dictionary(grouping: rows) { $0.tenant }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private func deliver(_ answer: [PostgresRows], to rows: [Work.Row]) {
    do throws(PostgresError) {
      guard let first = answer.first else { throw PostgresError(sqlState: "XX000", message: "a call gave no answer") }
      try work.deliver(first, to: rows)
    } catch {
      observer.failed(error)
      for row in rows { row.complete(.internalFault) }
    }
  }

  /// One bad row must not cost the others their verdict: a batch that fails as a whole is written row by row.
  private func retry(
    _ rows: [Work.Row], after error: PostgresError, on connection: PipelineConnection, attempt: Int
  ) {
    if error.isConnectionLost || !connection.isUsable {
      for row in rows { row.complete(.storageUnavailable) }
    } else if rows.count > 1 {
      for row in rows { write([row], on: connection) }
    } else if error.isRetryable, attempt < 3 {
      write(rows, on: connection, attempt: attempt + 1)
    } else {
      for row in rows { row.complete(error.isRetryable ? .storageUnavailable : .internalFault) }
    }
  }
}
