import Locking

/// What a connection's users may know without asking the driver's thread.
final class ConnectionState: Sendable {
  private struct Values {
    var isClosed = false
    var isInTransaction = false
    var notifications: AsyncStream<PostgresNotification>.Continuation?
  }
  private let values = Locked(Values())

  var isClosed: Bool { values.withLock { $0.isClosed } }
  var isInTransaction: Bool { values.withLock { $0.isInTransaction } }

  func markClosed() {
    let stream = values.withLock { values in
      values.isClosed = true
      return values.notifications
    }
    stream?.finish()
  }

  func noteTransaction(open: Bool) { values.withLock { $0.isInTransaction = open } }

  func deliver(_ notification: PostgresNotification) {
    _ = values.withLock { $0.notifications }?.yield(notification)
  }

  func subscribe(_ continuation: AsyncStream<PostgresNotification>.Continuation) {
    let isClosed = values.withLock { values in
      values.notifications = continuation
      return values.isClosed
    }
    if isClosed { continuation.finish() }
  }
}
