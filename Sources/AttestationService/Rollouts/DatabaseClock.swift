import Locking
import Pacing

/// The database's clock as this replica knows it: a monotonic reading and the offset of the best recent sample.
///
/// A replica's own wall clock may be wrong by any amount; only how long things took counts here. The offset is that of
/// the quickest answer of the last seconds, whose error is at most half the time it took. An answer that it cannot agree
/// with means that the database's clock was set, or that another database answers: then only what comes after counts.
public final class DatabaseClock: Sendable {
  private struct Sample {
    let offset: Microseconds
    let took: Microseconds
    let at: Microseconds

    /// Whether the database's clock can have gone on evenly from one sample to the other.
    func agrees(with other: Sample) -> Bool {
      abs(offset - other.offset) <= (took + other.took) / 2 + DatabaseClock.drift
    }
  }

  /// For how long a sample counts.
  private static let memory: Microseconds = 10 * .second
  /// What two clocks may drift apart in that time.
  private static let drift: Microseconds = 5_000
  private let start = ContinuousClock.now
  private let skew: Microseconds
  /// The best sample of each second, oldest first.
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
    let sample = Sample(offset: reading - (asked + answered) / 2, took: answered - asked, at: answered)
    samples.withLock { samples in
      if !samples.allSatisfy(sample.agrees) { samples = [] }
      samples.removeAll { $0.at < answered - Self.memory }
      guard let last = samples.last, last.at / .second == answered / .second else { return samples.append(sample) }
      if sample.took < last.took { samples[samples.count - 1] = sample }
    }
  }

  /// The database's clock now; nil before the first answer.
  public func now() -> Microseconds? {
    let best = samples.withLock { $0.min { $0.took < $1.took } }
    return best.map { local() + $0.offset }
  }
}
