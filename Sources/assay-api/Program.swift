import AttestationAPI
import Dispatch
import Glibc
import Lifecycle
import Synchronization

@main
struct Program {
  /// Not `async`: an asynchronous main parks its thread in libdispatch, which opens every signal there, and the first
  /// SIGTERM would end the process instead of stopping it.
  static func main() {
    ProcessSignals.prepare()
    let status = Atomic<Int32>(0)
    let ended = DispatchSemaphore(value: 0)
    Task.detached {
      status.store(await APIProgram.run(Array(CommandLine.arguments.dropFirst())), ordering: .releasing)
      ended.signal()
    }
    ended.wait()
    exit(status.load(ordering: .acquiring))
  }
}
