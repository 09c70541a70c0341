import Foundation
import Locking

/// The database's clock as this process knows it: the machine's, moved by the last measured difference.
///
/// All workers decide by one clock, so that none with a wrong one asks Apple too early.
final class DatabaseClock: Sendable {
  private let offset = Locked<TimeInterval>(0)

  var now: Date { Date().addingTimeInterval(offset.withLock { $0 }) }

  /// Takes a reading of the database's clock, with the machine's instants before and after it.
  func set(_ reading: Date, between before: Date, and after: Date) {
    let middle = before.addingTimeInterval(after.timeIntervalSince(before) / 2)
    offset.withLock { $0 = reading.timeIntervalSince(middle) }
  }
}
