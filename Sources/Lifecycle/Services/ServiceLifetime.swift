/// How a service and its group talk: the service says that it has started, the group that it shall stop.
public final class ServiceLifetime: Sendable {
  private let start = Gate()
  private let stop = Gate()

  /// A lifetime that has not begun. Tests of a service make their own.
  public init() {}

  /// The service is ready.
  public func started() { start.open() }

  /// Returns once the service shall stop.
  public func stopRequested() async { await stop.wait() }

  /// Whether the service shall stop.
  public var isStopRequested: Bool { stop.isOpen }

  /// Asks the service to stop.
  public func requestStop() { stop.open() }

  /// Returns once the service has started, or has ended without.
  public func hasStarted() async { await start.wait() }
}
