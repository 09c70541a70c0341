/// The minutes of the day (UTC) in which a rollout admits; it may span midnight.
public struct DailyWindow: Sendable, Hashable, Codable {
  /// The first minute, 0 to 1439.
  public var fromMinute: Int
  /// The minute at which it closes, 0 to 1440.
  public var untilMinute: Int

  /// A window of the day.
  public init(fromMinute: Int, untilMinute: Int) {
    self.fromMinute = fromMinute
    self.untilMinute = untilMinute
  }

  /// Whether the window is one: minutes of a day, and not empty.
  public var isValid: Bool {
    (0..<1440).contains(fromMinute) && (0...1440).contains(untilMinute) && fromMinute != untilMinute
  }

  /// Whether the window is open at the instant.
  public func isOpen(at instant: Microseconds) -> Bool {
    let minute = Int(instant % .day / (60 * .second))
    if fromMinute < untilMinute { return (fromMinute..<untilMinute).contains(minute) }
    return minute >= fromMinute || minute < untilMinute
  }

  /// When the window opens next, at or after the instant.
  public func opening(after instant: Microseconds) -> Microseconds {
    if isOpen(at: instant) { return instant }
    let midnight = instant - instant % .day
    let opening = midnight + Microseconds(fromMinute) * 60 * .second
    return opening >= instant ? opening : opening + .day
  }

  enum CodingKeys: String, CodingKey {
    case fromMinute = "from_minute"
    case untilMinute = "until_minute"
  }
}
