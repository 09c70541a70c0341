/// How often a part of the installations is opened.
public struct OpeningHabit: Sendable, Hashable {
  /// Days between two openings.
  public var everyDays: Int
  /// The part of all installations, of one.
  public var part: Double

  /// A habit.
  public init(everyDays: Int, part: Double) {
    self.everyDays = everyDays
    self.part = part
  }

  /// Most are opened every day, the slowest every third. Those never opened are no installations here: they cannot
  /// attest, whoever waits for them.
  public static let usual = [
    OpeningHabit(everyDays: 1, part: 0.80), OpeningHabit(everyDays: 2, part: 0.15),
    OpeningHabit(everyDays: 3, part: 0.05),
  ]
}
