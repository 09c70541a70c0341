import Locking
import StackTestSupport

/// The workers behind the tests of the two bits, which may be killed at their work.
final class BitsCrew: Sendable {
  private let stack: TestStack
  private let environment: [String: String]
  private let members = Locked<[TestWorker]>([])

  init(stack: TestStack, environment: [String: String]) {
    self.stack = stack
    self.environment = environment
  }

  /// All that ever worked here, also those that were killed: their logs count.
  var workers: [TestWorker] { members.withLock { $0 } }

  func hire() async throws {
    let worker = try await stack.startWorker(environment)
    members.withLock { $0.append(worker) }
  }

  /// Kills the worker that is at a call now; the others go on. Somebody else is hired at the end of the test.
  func killBusy() async throws {
    for worker in workers {
      let calls = try await stack.number(
        "select count(*) from assay.device_bits_calls where state = 1 and lease_owner = '\(worker.name)'")
      if calls > 0 { return worker.kill() }
    }
    throw TestStack.Failure(description: "no worker is at a call")
  }
}
