import Foundation
import Timing

/// The thread that keeps deadlines: a few times a second it looks at every open connection.
///
/// `@unchecked Sendable`: the condition and the flag it guards are only used together.
final class Watch: @unchecked Sendable {
  private static let period: TimeInterval = 0.1

  private let connections: ConnectionTable
  private let condition = NSCondition()
  private var isStopped = false
  private var hasEnded = false

  init(connections: ConnectionTable) {
    self.connections = connections
  }

  func start() {
    let thread = Thread { [self] in run() }
    thread.name = "http-watch"
    thread.start()
  }

  /// Ends the thread; returns when it has ended.
  func stop() {
    condition.lock()
    isStopped = true
    condition.broadcast()
    while !hasEnded { condition.wait() }
    condition.unlock()
  }

  private func run() {
    while pause() {
      let now = Uptime.now
      for connection in connections.all { connection.enforceDeadlines(at: now) }
    }
    condition.lock()
    hasEnded = true
    condition.broadcast()
    condition.unlock()
  }

  /// Waits one period. Returns false when the watch is to end.
  private func pause() -> Bool {
    condition.lock()
    defer { condition.unlock() }
    let end = Date(timeIntervalSinceNow: Self.period)
    while !isStopped, condition.wait(until: end) {}
    return !isStopped
  }
}
