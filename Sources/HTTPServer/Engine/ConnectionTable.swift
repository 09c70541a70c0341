import Locking

/// The open connections, for the watch and for stopping.
final class ConnectionTable: Sendable {
  private let connections = Locked<[ObjectIdentifier: Connection]>([:])

  func insert(_ connection: Connection) {
    connections.withLock { $0[ObjectIdentifier(connection)] = connection }
  }

  func remove(_ connection: Connection) {
    _ = connections.withLock { $0.removeValue(forKey: ObjectIdentifier(connection)) }
  }

  /// A snapshot: whoever walks it holds no lock of the table.
  var all: [Connection] { connections.withLock { Array($0.values) } }

  var count: Int { connections.withLock { $0.count } }
}
