import Timing

/// What the threads of one batcher share: the queue, who sleeps, who has a connection. A value; the batcher locks it.
///
/// One committer at a time writes what has come, as long as it keeps up: two small batches cost the database more than
/// one of their size. Another joins in when half a full batch waits.
struct BatchState<Row: BatchRow> {
  var queue: BatchQueue<Row>
  /// How many rows of the queue let one more committer join in.
  private let joining: Int
  private(set) var connected = 0
  private var sleeping = 0

  init(queueLimit: Int, joining: Int) {
    queue = BatchQueue(limit: queueLimit)
    self.joining = joining
  }

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
    case .accepted: return .waiting(wake: wakeOne())
    }
  }

  /// Whether a sleeping committer is to be woken; it counts as awake from here on.
  private mutating func wakeOne() -> Bool {
    guard sleeping > 0, isWorkFor(oneBeside: connected - sleeping) else { return false }
    sleeping -= 1
    return true
  }

  private func isWorkFor(oneBeside others: Int) -> Bool {
    !queue.isEmpty && (others == 0 || queue.isClosed || queue.count >= joining)
  }

  enum Duty {
    case work(BatchQueue<Row>.Take)
    case sleep
    case end
  }

  /// What a committer does next.
  mutating func next(atMost size: Int, at now: Uptime) -> Duty {
    if isWorkFor(oneBeside: connected - sleeping - 1) { return .work(queue.take(atMost: size, at: now)) }
    if queue.isClosed { return .end }
    sleeping += 1
    return .sleep
  }

  mutating func connectionMade() { connected += 1 }

  /// What is left to do when a committer has lost its connection: to answer rows that nobody can write any more, or to
  /// wake another committer.
  mutating func connectionLost() -> (orphans: [Row], wake: Bool) {
    connected -= 1
    return connected == 0 ? (queue.drain(), false) : ([], wakeOne())
  }
}
