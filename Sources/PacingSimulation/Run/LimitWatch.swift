/// Holds what Apple saw in each second against the limit in force.
struct LimitWatch: Sendable {
  /// The time that the controller has to react.
  static let reaction = 10
  private var stretch = 0
  /// Seconds above the limit, all together.
  private(set) var total = 0
  /// The longest stretch of seconds above the limit.
  private(set) var longest = 0
  /// Seconds above the limit beyond the controller's reaction.
  private(set) var beyondReaction = 0

  mutating func saw(_ requests: Int, limit: Int) {
    guard requests > limit else {
      stretch = 0
      return
    }
    stretch += 1
    total += 1
    longest = max(longest, stretch)
    if stretch > Self.reaction { beyondReaction += 1 }
  }
}
