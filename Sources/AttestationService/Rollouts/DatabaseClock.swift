import Locking
import Pacing

/// The database's clock as this replica knows it: a monotonic reading and the offset of the best recent sample.
///
/// A replica's own wall clock may be wrong by any amount; only how long things took counts here. The offset is that of
/// the quickest of the last answers, whose error is at most half the time it took.
public final class DatabaseClock: Sendable {
  private struct Sample {
    let offset: Microseconds
    let took: Microseconds
  }

  private let start = ContinuousClock.now
  private let skew: Microseconds
  private let samples = Locked<[Sample]>([])

  /// - Parameter skew: what this replica's own clock is made wrong by, for tests.
  public init(skew: Microseconds = 0) { self.skew = skew }

  /// This replica's own reading.
  public func local() -> Microseconds {
    let elapsed = (ContinuousClock.now - start).components
    return skew + elapsed.seconds * .second + elapsed.attoseconds / 1_000_000_000_000
  }

  /// The database said `reading` between these two readings of this replica.
  public func learn(_ reading: Microseconds, asked: Microseconds, answered: Microseconds) {
    samples.withLock { samples in
      samples.append(Sample(offset: reading - (asked + answered) / 2, took: answered - asked))
      if samples.count > 8 { samples.removeFirst() }
    }
  }

  /// The database's clock now; nil before the first answer.
  public func now() -> Microseconds? {
    let best = samples.withLock { $0.min { $0.took < $1.took } }
    return best.map { local() + $0.offset }
  }
}
