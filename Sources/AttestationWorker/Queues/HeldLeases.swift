import JobQueue
import Locking

/// The jobs that this process holds, for their heartbeats.
final class HeldLeases: Sendable {
  private let jobs = Locked<Set<LeasedJob>>([])

  var all: [LeasedJob] { jobs.withLock { Array($0) } }

  func add(_ more: [LeasedJob]) { jobs.withLock { $0.formUnion(more) } }
  func remove(_ done: [LeasedJob]) { jobs.withLock { $0.subtract(done) } }
}
