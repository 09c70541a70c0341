/// Apple's limit in this world: a whole number of requests a second that floats between two bounds.
///
/// It holds a level for some minutes, then drifts or jumps to another; nobody is told.
struct FloatingLimit: Sendable {
  private let low: Double
  private let high: Double
  private var random: SeededGenerator
  private var level: Double
  private var target: Double
  private var slope = 0.0
  private var changesAt: Int64 = 0

  init(low: Double, high: Double, seed: UInt64) {
    self.low = low
    self.high = high
    random = SeededGenerator(seed: seed)
    level = (low + high) / 2
    target = level
  }

  /// The limit in the given second; seconds must be asked for in order.
  mutating func next(second: Int64) -> Int {
    if second >= changesAt { choose(at: second) }
    if slope != 0 {
      level += slope
      if (slope > 0) == (level >= target) {
        level = target
        slope = 0
      }
    }
    return Int(level)
  }

  /// A new level every ten minutes or so: one time in five at a stroke, otherwise within up to five minutes.
  private mutating func choose(at second: Int64) {
    target = low + (high - low) * random.fraction()
    changesAt = second + 60 + random.seconds(mean: 600)
    if random.fraction() < 0.2 {
      level = target
      slope = 0
    } else {
      slope = (target - level) / (30 + 270 * random.fraction())
    }
  }
}
