import Cryptography
import Foundation
import Glibc

/// The server's turns: wait for sockets or for a reply that is due, then serve.
struct ServerLoop {
  private struct Delayed {
    var due: Date
    var connection: HTTP2Connection
    var stream: Int32
    var reply: HTTP2Reply
  }

  private let listening: Int32
  private let identity: TLSServerIdentity
  private let handler: HTTP2Server.Handler
  private var connections: [HTTP2Connection] = []
  private var delayed: [Delayed] = []
  private var count = 0

  init(listening: Int32, identity: TLSServerIdentity, handler: @escaping HTTP2Server.Handler) {
    self.listening = listening
    self.identity = identity
    self.handler = handler
  }

  mutating func turn() {
    var watched = [pollfd(fd: listening, events: Int16(POLLIN), revents: 0)]
    watched += connections.map { connection in
      pollfd(fd: connection.descriptor, events: Int16(POLLIN | (connection.wantsRoom ? POLLOUT : 0)), revents: 0)
    }
    guard poll(&watched, nfds_t(watched.count), patience) >= 0 else { return }
    for (connection, entry) in zip(connections, watched.dropFirst()) { serve(connection, entry.revents) }
    if watched[0].revents != 0 { accept() }
    sendDelayed()
    connections.removeAll { $0.isClosed }
  }

  mutating func close() {
    connections = []
    delayed = []
    Glibc.close(listening)
  }

  /// Milliseconds until the next delayed reply, and never longer than it takes to notice a stop.
  private var patience: Int32 {
    let next = delayed.map { $0.due.timeIntervalSinceNow }.min() ?? 1
    return Int32(max(0, min(50, (next * 1_000).rounded(.up))))
  }

  private mutating func accept() {
    while true {
      let descriptor = Glibc.accept(listening, nil, nil)
      guard descriptor >= 0 else { return }
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      var yes: Int32 = 1
      setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
      count += 1
      guard let made = try? HTTP2Connection(descriptor: descriptor, number: count, identity: identity) else {
        Glibc.close(descriptor)
        continue
      }
      connections.append(made)
    }
  }

  private mutating func serve(_ connection: HTTP2Connection, _ events: Int16) {
    if events & Int16(POLLOUT) != 0 { connection.flush() }
    guard events & Int16(POLLIN | POLLHUP | POLLERR) != 0 else { return }
    for (stream, request) in connection.readable() {
      let reply = handler(request)
      if reply.delay > 0 {
        let due = Date(timeIntervalSinceNow: reply.delay)
        delayed.append(Delayed(due: due, connection: connection, stream: stream, reply: reply))
      } else {
        connection.answer(reply, on: stream)
      }
    }
  }

  private mutating func sendDelayed() {
    guard !delayed.isEmpty else { return }
    let now = Date()
    for entry in delayed where entry.due <= now && !entry.connection.isClosed {
      entry.connection.answer(entry.reply, on: entry.stream)
    }
    delayed.removeAll { $0.due <= now }
  }
}
