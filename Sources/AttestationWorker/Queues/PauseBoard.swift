import JobQueue
import Locking

/// Which queues stand still, as read within the last second: work that is claimed but not begun looks here.
final class PauseBoard: Sendable {
  private let paused = Locked<Set<String>>([])

  func set(_ pauses: [QueuePause]) {
    paused.withLock { $0 = Set(pauses.map { Self.name($0.queue, $0.tenant) }) }
  }

  func isPaused(_ queue: QueueName, tenant: Int64) -> Bool {
    paused.withLock { $0.contains(Self.name(queue, nil)) || $0.contains(Self.name(queue, tenant)) }
  }

  private static func name(_ queue: QueueName, _ tenant: Int64?) -> String {
    "\(queue.rawValue)/\(tenant.map { String($0) } ?? "*")"
  }
}
