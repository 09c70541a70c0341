import Glibc
import Testing

/// Changes an object in every place and asks a verifier about each mutant.
///
/// Made for any object: Apple's sample here, a laboratory's objects elsewhere.
struct MutationRunner {
  /// What became of the mutants.
  struct Outcome {
    var ran = 0
    /// The offsets at which a mutant was accepted.
    var accepted: Set<Int> = []
    /// The most processor time that a mutant took: what other processes do on the machine does not count.
    var slowest: Duration = .zero
  }

  /// The values that each byte is changed to.
  let changes: [@Sendable (UInt8) -> UInt8]

  /// One bit, all bits, and another bit at the other end.
  static let standard = MutationRunner(changes: [{ $0 ^ 0x01 }, { $0 ^ 0x80 }, { ~$0 }])

  /// Asks about every mutant of every byte, and about every truncation.
  func run(_ object: [UInt8], accepts: (_ mutant: [UInt8]) -> Bool) -> Outcome {
    var outcome = Outcome()
    func ask(_ mutant: [UInt8], at offset: Int) {
      outcome.ran += 1
      let start = Self.processorTime()
      if accepts(mutant) { outcome.accepted.insert(offset) }
      outcome.slowest = max(outcome.slowest, Self.processorTime() - start)
    }
    var mutant = object
    for offset in object.indices {
      for change in changes {
        mutant[offset] = change(object[offset])
        ask(mutant, at: offset)
      }
      mutant[offset] = object[offset]
    }
    for length in object.indices { ask(Array(object[..<length]), at: length) }
    return outcome
  }

  private static func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
