import Foundation
import Synchronization

/// Runs services: started in order, each once the one before is ready; stopped in reverse.
///
/// A stop is asked for by a signal, or by a service that ends by itself, which makes the exit status 1. Graceful
/// stopping is not cancellation: a service is cancelled only when its time is over. A second signal ends the process
/// at once.
public final class ServiceGroup: Sendable {
  private let services: [any Service]
  private let stopLimit: Duration
  private let clock: any MonotonicClock
  private let observer: @Sendable (ServiceEvent) -> Void
  private let force: @Sendable (Int32) -> Void

  /// A group. `stopLimit` is the time for the whole stop; `force` is what a second signal does, ending the process
  /// unless a test says otherwise.
  public init(
    _ services: [any Service], stopLimit: Duration = .seconds(30),
    clock: any MonotonicClock = SystemMonotonicClock(),
    observer: @escaping @Sendable (ServiceEvent) -> Void = { _ in },
    force: @escaping @Sendable (Int32) -> Void = { _exit(128 + $0) }
  ) {
    self.services = services
    self.stopLimit = stopLimit
    self.clock = clock
    self.observer = observer
    self.force = force
  }

  /// Runs until stopped. Returns the exit status: 0 after a stop that was asked for, 1 when a service ended by itself
  /// or did not stop in time.
  public func run(signals: AsyncStream<Int32> = ProcessSignals.stopSignals()) async -> Int32 {
    let stop = Gate()
    let status = Atomic<Int32>(0)
    let watcher = Task { await watch(signals, stop: stop) }
    defer { watcher.cancel() }
    var running: [RunningService] = []
    for service in services where !stop.isOpen {
      running.append(await start(service, stop: stop) { status.store(1, ordering: .releasing) })
    }
    await stop.wait()
    if await !stopAll(running) { status.store(1, ordering: .releasing) }
    return status.load(ordering: .acquiring)
  }

  private func watch(_ signals: AsyncStream<Int32>, stop: Gate) async {
    for await signal in signals {
      if stop.isOpen { return force(signal) }
      observer(.stopRequested(signal: signal))
      stop.open()
    }
  }

  private func start(
    _ service: any Service, stop: Gate, failed: @escaping @Sendable () -> Void
  ) async -> RunningService {
    observer(.starting(service.name))
    let lifetime = ServiceLifetime()
    let task = Task {
      let outcome = await Self.outcome(of: service, lifetime)
      if !lifetime.isStopRequested || outcome != nil {
        failed()
        observer(.endedUnexpectedly(service.name, reason: outcome))
      }
      lifetime.started()
      stop.open()
    }
    await lifetime.hasStarted()
    if !stop.isOpen { observer(.started(service.name)) }
    return RunningService(name: service.name, lifetime: lifetime, task: task)
  }

  /// What a service threw, in words; nil when it returned.
  private static func outcome(of service: any Service, _ lifetime: ServiceLifetime) async -> String? {
    do {
      try await service.run(lifetime)
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Stops in reverse order. Returns whether all stopped in time.
  private func stopAll(_ running: [RunningService]) async -> Bool {
    let deadline = clock.now() + stopLimit
    var isInTime = true
    for service in running.reversed() {
      observer(.stopping(service.name))
      service.lifetime.requestStop()
      if await service.ends(before: deadline, clock: clock) {
        observer(.stopped(service.name))
      } else {
        isInTime = false
        observer(.outOfTime(service.name))
        service.task.cancel()
      }
    }
    return isInTime
  }
}
