import AttestationWorker
import Foundation
import Lifecycle
import Telemetry

/// A worker inside the test's process, run as the program runs it.
public final class RunningWorker: Sendable {
  private let task: Task<Int32, Never>
  private let signals: AsyncStream<Int32>.Continuation

  /// Starts a worker with the variables of its settings.
  public init(_ environment: [String: String]) throws {
    let settings = try Settings.read(environment: environment) { WorkerSettings(&$0) }
    let worker = try Worker(settings)
    let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
    signals = continuation
    task = Task {
      await ServiceGroup(worker.group, stopLimit: .seconds(30), observer: worker.observe).run(signals: stream)
    }
  }

  /// Asks it to stop, as SIGTERM does, and gives its exit status.
  @discardableResult
  public func stop() async -> Int32 {
    signals.yield(15)
    return await task.value
  }

  /// Runs a worker during `body`.
  public static func with<R>(
    _ environment: [String: String], isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> R
  ) async throws -> R {
    let worker = try RunningWorker(environment)
    do {
      let result = try await body()
      await worker.stop()
      return result
    } catch {
      await worker.stop()
      throw error
    }
  }
}
