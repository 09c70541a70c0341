/// What happens in a service group, for the program's log.
public enum ServiceEvent: Sendable, Equatable {
  /// A service is about to start.
  case starting(String)
  /// A service is ready.
  case started(String)
  /// A stop was asked for, by this signal.
  case stopRequested(signal: Int32)
  /// A service is asked to stop.
  case stopping(String)
  /// A service has stopped as asked.
  case stopped(String)
  /// A service ended by itself: what it threw, or nil when it just returned.
  case endedUnexpectedly(String, reason: String?)
  /// The time for stopping is over; what still runs is cancelled.
  case outOfTime(String)
}
