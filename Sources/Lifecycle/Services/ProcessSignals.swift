import Foundation

/// SIGTERM and SIGINT as values, fetched with `sigwait` on a thread: no Swift code runs inside a signal handler.
public enum ProcessSignals {
  /// Blocks both signals, and ignores SIGPIPE. Call it first in `main`: threads inherit the mask of their maker.
  public static func prepare() {
    var set = stopSet()
    pthread_sigmask(SIG_BLOCK, &set, nil)
    signal(SIGPIPE, SIG_IGN)
  }

  /// The stop signals as they arrive. Ask once in a process: two readers would take them from each other.
  public static func stopSignals() -> AsyncStream<Int32> {
    AsyncStream { continuation in
      let thread = Thread {
        var set = stopSet()
        var number: Int32 = 0
        while sigwait(&set, &number) == 0 { continuation.yield(number) }
      }
      thread.name = "signals"
      thread.start()
    }
  }

  private static func stopSet() -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGTERM)
    sigaddset(&set, SIGINT)
    return set
  }
}
