/// What a waiter gets: a connection, or the place to open one.
enum PoolGrant<Connection> {
  case connection(Connection)
  case place
}

extension PoolGrant: Sendable where Connection: Sendable {}

/// The bookkeeping of a pool: who waits, what is idle, how many exist. It decides; the pool performs.
struct PoolMachine<Connection, Waiter> {
  enum Acquisition {
    case use(Connection)
    /// There is room: the caller opens a connection and keeps the place.
    case open
    case wait(UInt64)
    case refuse
  }

  let limit: Int
  private(set) var total = 0
  private(set) var isClosed = false
  private var idle: [Connection] = []
  private var waiters: [(id: UInt64, waiter: Waiter)] = []
  private var serial: UInt64 = 0

  init(limit: Int) { self.limit = limit }

  var idleCount: Int { idle.count }
  var waiting: Int { waiters.count }

  /// A caller wants a connection; those that died while idle are dropped on the way.
  mutating func acquire(isUsable: (Connection) -> Bool) -> Acquisition {
    guard !isClosed else { return .refuse }
    // Newcomers never overtake those who wait.
    guard waiters.isEmpty else { return reserveTicket() }
    while let connection = idle.popLast() {
      if isUsable(connection) { return .use(connection) }
      total -= 1
    }
    guard total < limit else { return reserveTicket() }
    total += 1
    return .open
  }

  private mutating func reserveTicket() -> Acquisition {
    serial += 1
    return .wait(serial)
  }

  /// Puts the holder of a ticket in the line. Returns a grant when something became free in between.
  mutating func enqueue(_ waiter: Waiter, ticket: UInt64, isUsable: (Connection) -> Bool) -> PoolGrant<Connection>? {
    if waiters.isEmpty {
      while let connection = idle.popLast() {
        if isUsable(connection) { return .connection(connection) }
        total -= 1
      }
      if total < limit {
        total += 1
        return .place
      }
    }
    waiters.append((ticket, waiter))
    return nil
  }

  /// Takes a waiter out of the line: its time is up, or it was cancelled. Nil when it was served already.
  mutating func abandon(ticket: UInt64) -> Waiter? {
    guard let index = waiters.firstIndex(where: { $0.id == ticket }) else { return nil }
    return waiters.remove(at: index).waiter
  }

  /// A usable connection comes back. The first waiter gets it.
  mutating func giveBack(_ connection: Connection) -> (Waiter, PoolGrant<Connection>)? {
    guard !isClosed else {
      total -= 1
      return nil
    }
    guard !waiters.isEmpty else {
      idle.append(connection)
      return nil
    }
    return (waiters.removeFirst().waiter, .connection(connection))
  }

  /// A connection was lost, or could not be opened. The first waiter gets its place.
  mutating func giveUpPlace() -> (Waiter, PoolGrant<Connection>)? {
    total -= 1
    guard !isClosed, !waiters.isEmpty else { return nil }
    total += 1
    return (waiters.removeFirst().waiter, .place)
  }

  /// Closes for good: everybody who waits is refused, idle connections are to be closed.
  mutating func close() -> (waiters: [Waiter], idle: [Connection]) {
    isClosed = true
    defer { (waiters, idle) = ([], []) }
    total -= idle.count
    return (waiters.map(\.waiter), idle)
  }
}

extension PoolMachine: Sendable where Connection: Sendable, Waiter: Sendable {}
