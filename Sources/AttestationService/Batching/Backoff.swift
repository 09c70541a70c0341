/// Pauses between attempts to connect: from 50 milliseconds, doubling, to one second.
struct Backoff {
  private var seconds = 0.05

  /// The pause before the next attempt, in seconds.
  mutating func next() -> Double {
    defer { seconds = min(1, seconds * 2) }
    return seconds
  }
}
