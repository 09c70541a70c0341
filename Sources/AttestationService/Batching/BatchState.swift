import Timing

/// What the threads of one batcher share: the queue, who sleeps, who has a connection. A value; the batcher locks it.
struct BatchState<Row: BatchRow> {
  var queue: BatchQueue<Row>
  private(set) var connected = 0
  private var sleeping = 0

  init(queueLimit: Int) { queue = BatchQueue(limit: queueLimit) }

  enum Entry {
    /// Taken in; wake a committer when the flag says so.
    case waiting(wake: Bool)
    case refused(Refusal)
  }

  mutating func enter(_ row: Row) -> Entry {
    guard connected > 0 else { return .refused(queue.isClosed ? .stopping : .storageUnavailable) }
    switch queue.offer(row) {
    case .full: return .refused(.overloaded)
    case .closed: return .refused(.stopping)
    case .accepted:
      guard sleeping > 0 else { return .waiting(wake: false) }
      sleeping -= 1
      return .waiting(wake: true)
    }
  }

  enum Duty {
    case work(BatchQueue<Row>.Take)
    case sleep
    case end
  }

  /// What a committer does next.
  mutating func next(atMost size: Int, at now: Uptime) -> Duty {
    if !queue.isEmpty { return .work(queue.take(atMost: size, at: now)) }
    if queue.isClosed { return .end }
    sleeping += 1
    return .sleep
  }

  mutating func connectionMade() { connected += 1 }

  /// Returns the rows that nobody can write any more.
  mutating func connectionLost() -> [Row] {
    connected -= 1
    return connected == 0 ? queue.drain() : []
  }
}
