import Timing

/// What waits for the next batch, in order of arrival. A value without thread or clock.
struct BatchQueue<Row: BatchRow> {
  /// What one look at the queue gives.
  struct Take {
    var batch: [Row] = []
    /// Waited too long: to be answered, not written.
    var expired: [Row] = []
  }

  let limit: Int
  private var rows: [Row] = []
  private(set) var isClosed = false

  init(limit: Int) { self.limit = limit }

  var count: Int { rows.count }
  var isEmpty: Bool { rows.isEmpty }

  enum Offer {
    case accepted
    case full
    case closed
  }

  /// Takes a row in, unless too many wait or the service is stopping.
  mutating func offer(_ row: Row) -> Offer {
    guard !isClosed else { return .closed }
    guard rows.count < limit else { return .full }
    rows.append(row)
    return .accepted
  }

  /// The next batch: the oldest rows, each lock at most once. Rows whose lock is taken keep their place for the next one.
  mutating func take(atMost size: Int, at now: Uptime) -> Take {
    var take = Take()
    var locked = Set<Int64>()
    locked.reserveCapacity(2 * min(size, rows.count))
    var kept: [Row] = []
    var index = 0
    while index < rows.count, take.batch.count < size {
      let row = rows[index]
      index += 1
      if row.deadline <= now {
        take.expired.append(row)
      } else if row.locks.overlap(locked) {
        kept.append(row)
      } else {
        row.locks.take(into: &locked)
        take.batch.append(row)
      }
    }
    rows.replaceSubrange(0..<index, with: kept)
    return take
  }

  /// Gives up everything that waits.
  mutating func drain() -> [Row] {
    defer { rows = [] }
    return rows
  }

  /// Takes nothing in any more.
  mutating func close() { isClosed = true }
}
