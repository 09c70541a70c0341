import CLibPQ
import Dispatch
import Glibc

/// A connection as the driver's thread sees it: one exchange in flight, the others waiting in order.
final class DrivenConnection {
  let handle: ConnectionHandle
  let state: ConnectionState
  private let responseTimeout: Duration
  private var current: (job: ExchangeJob, exchange: Exchange, deadline: ContinuousClock.Instant)?
  private var queue: [ExchangeJob] = []
  private var wantsWrite = false

  init(handle: ConnectionHandle, state: ConnectionState, responseTimeout: Duration) {
    self.handle = handle
    self.state = state
    self.responseTimeout = responseTimeout
  }

  var deadline: ContinuousClock.Instant? { current?.deadline }

  var interest: pollfd {
    let events = Int16(POLLIN) | (wantsWrite ? Int16(POLLOUT) : 0)
    return pollfd(fd: handle.descriptor, events: events, revents: 0)
  }

  func submit(_ job: ExchangeJob) {
    queue.append(job)
    if current == nil { startNext() }
  }

  /// Cancelled work in the queue just leaves it; work in flight takes the connection along, since its answers are unread.
  func cancel(_ job: ExchangeJob) {
    if let index = queue.firstIndex(where: { $0 === job }) {
      queue.remove(at: index).finish(.failure(CancellationError()))
    } else if let current, current.job === job {
      cancelOnServer()
      // Closed before the waiter wakes: it gives the connection back to the pool, which must not lend it again.
      state.markClosed()
      current.job.finish(.failure(CancellationError()))
      self.current = nil
      fail(.connectionLost("cancelled"))
    }
  }

  private func cancelOnServer() {
    guard let cancel = handle.makeCancel() else { return }
    DispatchQueue.global().async { cancel.send() }
  }

  /// Called when the socket is ready.
  func ready(_ events: Int16) {
    if events & Int16(POLLIN | POLLHUP | POLLERR) != 0, !handle.consumeInput() { return fail(handle.lastError) }
    while let notification = handle.nextNotification() { state.deliver(notification) }
    advance()
  }

  func checkDeadline(_ now: ContinuousClock.Instant) {
    if let deadline, deadline <= now { fail(.responseTimeout) }
  }

  func fail(_ error: PostgresError) {
    state.markClosed()
    let jobs = [current?.job].compactMap { $0 } + queue
    (current, queue) = (nil, [])
    for job in jobs { job.finish(.failure(error)) }
  }

  private func startNext() {
    guard !queue.isEmpty, !state.isClosed else { return }
    let job = queue.removeFirst()
    guard !job.isCancelled else {
      job.finish(.failure(CancellationError()))
      return startNext()
    }
    var exchange = Exchange(job.request)
    do throws(PostgresError) {
      try exchange.begin(handle)
      current = (job, exchange, .now + responseTimeout)
      advance()
    } catch {
      current = (job, exchange, .now)
      fail(error)
    }
  }

  private func advance() {
    guard let (job, started, deadline) = current else { return }
    var exchange = started
    do throws(PostgresError) {
      let progress = try exchange.advance(handle)
      switch progress {
      case .waiting(let toWrite):
        wantsWrite = toWrite
        current = (job, exchange, deadline)
      case .finished:
        wantsWrite = false
        current = nil
        state.noteTransaction(open: !handle.isIdle)
        job.finish(.success(exchange.outcomes))
        startNext()
      }
    } catch {
      fail(error)
    }
  }
}
