import Foundation
import Synchronization

/// The outermost call of a program that is stopped by signals.
public enum ProgramMain {
  /// Runs an asynchronous program and leaves with its status.
  ///
  /// Call it from a `main` that is not `async`: an asynchronous one parks the first thread in libdispatch, which
  /// unblocks every signal there, and SIGTERM would end the process instead of stopping it. Here the first thread
  /// waits with the stop signals blocked.
  public static func run(_ program: @escaping @Sendable ([String]) async -> Int32) -> Never {
    ProcessSignals.prepare()
    let status = Atomic<Int32>(0)
    let ended = DispatchSemaphore(value: 0)
    let arguments = Array(CommandLine.arguments.dropFirst())
    Task.detached {
      status.store(await program(arguments), ordering: .releasing)
      ended.signal()
    }
    ended.wait()
    exit(status.load(ordering: .acquiring))
  }
}
