import Glibc
import Locking

/// The programs that this process has started: whatever still runs when it exits ends with it. A stack that several suites
/// share has no last user who could stop it.
enum ProcessesAtExit {
  private static let started = Locked<Set<pid_t>>([])
  private static let isRegistered: Bool = atexit(endProcessesAtExit) == 0

  static func add(_ process: pid_t) {
    _ = isRegistered
    started.withLock { _ = $0.insert(process) }
  }

  static func remove(_ process: pid_t) {
    started.withLock { _ = $0.remove(process) }
  }

  fileprivate static func end() {
    // A child of a Swift thread may have inherited blocked signals; this one cannot be blocked.
    for process in started.withLock({ $0 }) { kill(process, SIGKILL) }
  }
}

private func endProcessesAtExit() {
  ProcessesAtExit.end()
}
