import Synchronization

/// A floating-point number that several threads change.
struct AtomicDouble: ~Copyable, Sendable {
  private let bits = Atomic<UInt64>(0)

  var value: Double { Double(bitPattern: bits.load(ordering: .relaxed)) }

  func set(_ value: Double) { bits.store(value.bitPattern, ordering: .relaxed) }

  func add(_ amount: Double) {
    var current = bits.load(ordering: .relaxed)
    while true {
      let sum = Double(bitPattern: current) + amount
      let (exchanged, original) = bits.weakCompareExchange(
        expected: current, desired: sum.bitPattern, ordering: .relaxed)
      if exchanged { return }
      current = original
    }
  }
}
