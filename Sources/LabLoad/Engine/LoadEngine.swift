import CLabEpoll
import Glibc

/// Keeps connections busy from one thread: non-blocking sockets under one epoll descriptor.
///
/// Each connection has one request under way, so that the load answers to the server's speed and never exceeds
/// one request for each connection.
final class LoadEngine {
  private let host: String
  private let port: String
  private let epoll: Int32
  private var connections: [LoadConnection]
  private var finished = 0
  private var reopenAt: UInt64 = 0

  init(host: String, port: Int, connections count: Int) throws(LoadFault) {
    self.host = host
    self.port = String(port)
    epoll = CLabEpoll_create()
    connections = [LoadConnection](repeating: LoadConnection(), count: count)
    if epoll < 0 { throw .system("epoll_create", -epoll) }
  }

  deinit {
    for connection in connections where connection.descriptor >= 0 { Glibc.close(connection.descriptor) }
    if epoll >= 0 { Glibc.close(epoll) }
  }

  /// How many requests are under way.
  var unanswered: Int {
    connections.count { $0.state == .writing || $0.state == .reading }
  }

  /// Works until every connection has nothing more to do, or until the deadline on the monotonic clock.
  func run(_ work: any LoadWork, untilMicroseconds deadline: UInt64 = .max) throws(LoadFault) {
    for index in connections.indices { proceed(index, work) }
    var events = [CLabEpoll_Event](repeating: CLabEpoll_Event(), count: 256)
    while finished < connections.count, !work.isOver {
      let now = ProcessorTime.monotonicMicroseconds()
      if now >= deadline { return }
      reopen(work, at: now)
      let count = CLabEpoll_wait(epoll, &events, 256, 100)
      if count < 0 { throw .system("epoll_wait", -count) }
      for event in events.prefix(Int(count)) { handle(event, work) }
    }
  }

  /// Lets connections that have finished ask for work again.
  func rearm() {
    for index in connections.indices where connections[index].state == .finished {
      connections[index].state = connections[index].descriptor < 0 ? .closed : .idle
    }
    finished = 0
  }

  private func handle(_ event: CLabEpoll_Event, _ work: any LoadWork) {
    let index = Int(event.token)
    switch connections[index].state {
    case .connecting:
      let reason = CLabEpoll_pending_error(connections[index].descriptor)
      if reason != 0 || event.broken != 0 { return lose(index, "connect", work) }
      connections[index].state = .idle
      proceed(index, work)
    case .writing where event.writable != 0: write(index, work)
    case .writing, .reading: read(index, work)
    case .idle: lose(index, "closed", work)
    case .finished: disconnect(index, leaving: .finished)
    case .closed: break
    }
  }

  /// Starts a connection, or the next request on an idle one.
  private func proceed(_ index: Int, _ work: any LoadWork) {
    switch connections[index].state {
    case .closed: open(index, work)
    case .idle:
      guard let request = work.next(connection: index) else {
        connections[index].state = .finished
        finished += 1
        return
      }
      connections[index].request = request
      connections[index].written = 0
      connections[index].startedAt = ProcessorTime.monotonicMicroseconds()
      connections[index].state = .writing
      write(index, work)
    case .connecting, .writing, .reading, .finished: break
    }
  }

  private func open(_ index: Int, _ work: any LoadWork) {
    let descriptor = CLabEpoll_connect(host, port)
    guard descriptor >= 0 else { return work.failed(connection: index, reason: "connect") }
    connections[index].descriptor = descriptor
    connections[index].reader.reset()
    connections[index].state = .connecting
    connections[index].watchesOutput = true
    if CLabEpoll_add(epoll, descriptor, UInt32(index), 1) != 0 { lose(index, "epoll", work) }
  }

  /// Opens what is closed, ten times a second at most, so that a server that is away is not hammered.
  private func reopen(_ work: any LoadWork, at now: UInt64) {
    if now < reopenAt { return }
    reopenAt = now + 100_000
    for index in connections.indices where connections[index].state == .closed { open(index, work) }
  }

  private func write(_ index: Int, _ work: any LoadWork) {
    guard let isDone = connections[index].write() else { return lose(index, "write", work) }
    if isDone { connections[index].state = .reading }
    if connections[index].watchesOutput == isDone {
      connections[index].watchesOutput = !isDone
      _ = CLabEpoll_modify(epoll, connections[index].descriptor, UInt32(index), isDone ? 0 : 1)
    }
  }

  private func read(_ index: Int, _ work: any LoadWork) {
    let count = withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 16) { buffer in
      let count = Glibc.recv(connections[index].descriptor, buffer.baseAddress, buffer.count, 0)
      if count > 0 { connections[index].reader.append(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
      return count
    }
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    if count <= 0 { return lose(index, "closed", work) }
    complete(index, work)
  }

  private func complete(_ index: Int, _ work: any LoadWork) {
    do throws(ResponseReader.Fault) {
      guard let response = try connections[index].reader.response() else { return }
      let latency = ProcessorTime.monotonicMicroseconds() - connections[index].startedAt
      connections[index].state = .idle
      work.completed(connection: index, status: response.status, body: response.body, microseconds: latency)
      connections[index].reader.reset()
      if response.closes { disconnect(index, leaving: .closed) }
    } catch {
      return lose(index, "not_http", work)
    }
    proceed(index, work)
  }

  private func lose(_ index: Int, _ reason: String, _ work: any LoadWork) {
    let state = connections[index].state
    disconnect(index, leaving: .closed)
    if state != .idle { work.failed(connection: index, reason: reason) }
  }

  private func disconnect(_ index: Int, leaving state: LoadConnection.State) {
    if connections[index].descriptor >= 0 { Glibc.close(connections[index].descriptor) }
    connections[index].descriptor = -1
    connections[index].state = state
  }
}
