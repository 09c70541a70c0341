import Glibc

/// Changes an object in every place and asks a verifier about each mutant.
///
/// Made for any object: Apple's sample, a laboratory's.
public struct MutationRunner: Sendable {
  /// What became of the mutants.
  public struct Outcome: Sendable {
    /// How many mutants were asked about.
    public var ran = 0
    /// The offsets at which a mutant was accepted.
    public var accepted: Set<Int> = []
    /// The offsets at which a mutant took longer than allowed, each time that it was asked about.
    public var slow: Set<Int> = []
    /// The most processor time that an ordinary mutant took.
    public var slowest: Duration = .zero
  }

  /// No input may take longer.
  public static let bound: Duration = .milliseconds(50)
  /// A mutant beyond the bound is asked about again so many times: what is slow by itself stays slow, while a page that
  /// was read from the disk or a processor that was taken away happens once.
  private static let repeats = 8

  /// The values that each byte is changed to.
  private let changes: [@Sendable (UInt8) -> UInt8]
  private let truncates: Bool

  /// One bit, all bits, and another bit at the other end; and every truncation.
  public static let standard = MutationRunner(changes: [{ $0 ^ 0x01 }, { $0 ^ 0x80 }, { ~$0 }], truncates: true)
  /// One bit of each byte, and every truncation: for many objects of one kind.
  public static let single = MutationRunner(changes: [{ $0 ^ 0x04 }], truncates: true)
  /// One bit of each byte: for verifiers that take long.
  public static let brief = MutationRunner(changes: [{ $0 ^ 0x10 }], truncates: false)

  /// Every mutant with the first offset that differs; with `offsets`, of these bytes only.
  public func forEachMutant(
    of object: [UInt8], at offsets: [Int]? = nil, _ body: (_ mutant: [UInt8], _ offset: Int) throws -> Void
  ) rethrows {
    var mutant = object
    for offset in offsets ?? Array(object.indices) {
      for change in changes {
        mutant[offset] = change(object[offset])
        try body(mutant, offset)
      }
      mutant[offset] = object[offset]
    }
    guard truncates else { return }
    for length in object.indices { try body(Array(object[..<length]), length) }
  }

  /// Asks about every mutant; with `offsets`, of these bytes only.
  public func run(_ object: [UInt8], at offsets: [Int]? = nil, accepts: (_ mutant: [UInt8]) -> Bool) -> Outcome {
    var outcome = Outcome()
    forEachMutant(of: object, at: offsets) { mutant, offset in
      outcome.ran += 1
      let (isAccepted, time) = Self.measure(mutant, accepts)
      if isAccepted { outcome.accepted.insert(offset) }
      if time > Self.bound { outcome.slow.insert(offset) }
      outcome.slowest = max(outcome.slowest, time)
    }
    return outcome
  }

  /// The verdict and its processor time, the least of several where the first is beyond the bound.
  private static func measure(_ mutant: [UInt8], _ accepts: ([UInt8]) -> Bool) -> (Bool, Duration) {
    var start = processorTime()
    let isAccepted = accepts(mutant)
    var least = processorTime() - start
    var left = repeats
    while least > bound, left > 0 {
      start = processorTime()
      _ = accepts(mutant)
      least = min(least, processorTime() - start)
      left -= 1
    }
    return (isAccepted, least)
  }

  /// Of this thread: what else runs on the machine does not count.
  private static func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
