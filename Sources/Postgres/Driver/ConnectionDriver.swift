import CLibPQ
import Foundation
import Glibc
import Locking

/// The one thread that touches the connections of a pool: it waits for their sockets and moves their exchanges on.
///
/// Everything else talks to it through an inbox and a pipe that wakes it, so nothing blocks on Swift's cooperative threads.
final class ConnectionDriver: Sendable {
  enum Order {
    case add(UInt64, ConnectionHandle, ConnectionState, Duration)
    case submit(UInt64, ExchangeJob)
    case cancel(UInt64, ExchangeJob)
    case close(UInt64)
    case stop
  }

  private struct Inbox {
    var orders: [Order] = []
    var isStopped = false
  }

  private let inbox = Locked(Inbox())
  private let wakeReader: Int32
  private let wakeWriter: Int32

  init() throws(PostgresError) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else {
      throw PostgresError(sqlState: "53000", message: "no pipe for the connection driver: errno \(errno)")
    }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (wakeReader, wakeWriter) = (ends[0], ends[1])
    let thread = Thread { [self] in run() }
    thread.name = "postgres-driver"
    thread.start()
  }

  /// Hands an order to the thread. After `stop` it is refused, and a submitted job fails at once.
  func send(_ order: Order) {
    let accepted = inbox.withLock { inbox in
      guard !inbox.isStopped else { return false }
      inbox.orders.append(order)
      if case .stop = order { inbox.isStopped = true }
      // Inside the lock, so that the thread cannot close the pipe between the check and the write.
      var byte: UInt8 = 1
      _ = write(wakeWriter, &byte, 1)
      return true
    }
    if !accepted, case .submit(_, let job) = order { job.finish(.failure(PostgresError.poolClosed)) }
  }

  private func run() {
    var connections: [UInt64: DrivenConnection] = [:]
    var running = true
    while running {
      for order in takeOrders() { running = apply(order, to: &connections) && running }
      // Closed connections leave here and nowhere else, so that an order never meets a half-removed one.
      connections = connections.filter { !$0.value.state.isClosed }
      if running { wait(on: connections) }
    }
    for connection in connections.values { connection.fail(.poolClosed) }
    close(wakeReader)
    close(wakeWriter)
  }

  private func takeOrders() -> [Order] {
    inbox.withLock { inbox in
      defer { inbox.orders = [] }
      return inbox.orders
    }
  }

  private func apply(_ order: Order, to connections: inout [UInt64: DrivenConnection]) -> Bool {
    switch order {
    case .add(let id, let handle, let state, let timeout):
      connections[id] = DrivenConnection(handle: handle, state: state, responseTimeout: timeout)
    case .submit(let id, let job):
      if let connection = connections[id], !connection.state.isClosed {
        connection.submit(job)
      } else {
        job.finish(.failure(PostgresError.connectionLost("the connection is closed")))
      }
    case .cancel(let id, let job): connections[id]?.cancel(job)
    case .close(let id): connections[id]?.fail(.connectionLost("closed"))
    case .stop: return false
    }
    return true
  }

  private func wait(on connections: [UInt64: DrivenConnection]) {
    let watched = Array(connections.values)
    var entries = [pollfd(fd: wakeReader, events: Int16(POLLIN), revents: 0)] + watched.map(\.interest)
    let count = poll(&entries, nfds_t(entries.count), timeout(watched))
    if entries[0].revents != 0 { drainWakeups() }
    if count > 0 {
      for (connection, entry) in zip(watched, entries.dropFirst()) where entry.revents != 0 {
        connection.ready(entry.revents)
      }
    }
    let now = ContinuousClock.now
    for connection in watched { connection.checkDeadline(now) }
  }

  /// Milliseconds to the nearest deadline; -1 when there is none.
  private func timeout(_ connections: [DrivenConnection]) -> Int32 {
    guard let nearest = connections.compactMap(\.deadline).min() else { return -1 }
    let left = ContinuousClock.now.duration(to: nearest) / .milliseconds(1)
    return Int32(max(0, min(left.rounded(.up), 60_000)))
  }

  private func drainWakeups() {
    var buffer = [UInt8](repeating: 0, count: 256)
    while read(wakeReader, &buffer, buffer.count) > 0 {}
  }
}
