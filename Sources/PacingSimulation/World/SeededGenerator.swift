/// SplitMix64: the same seed gives the same run on every machine.
struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from nought up to one.
  mutating func fraction() -> Double { Double(next() >> 11) / Double(1 << 53) }

  /// A waiting time with this mean, exponentially distributed, at least one second.
  mutating func seconds(mean: Double) -> Int64 {
    max(1, Int64(-mean * (1 - fraction()).logarithm))
  }
}
