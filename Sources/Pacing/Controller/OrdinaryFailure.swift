/// The share of throttle reports that is ordinary network failure, learnt: it does not fall when the pace does.
///
/// Apple's throttling and a failing network reach the app as the same error. What tells them apart is the answer to a
/// cut: throttling ends with it, failure does not.
struct OrdinaryFailure: Sendable {
  private let least: Double
  private static let most = 0.2
  private(set) var ratio: Double
  private var streak = 0
  private var first = 0.0

  init(least: Double) {
    self.least = least
    ratio = least
  }

  /// How much deeper the cut goes that is made now: each in a row more than Apple's limit can drift meanwhile.
  var depth: Double { Self.depths[min(streak, Self.depths.count) - 1] }
  private static let depths = [1, 0.97, 0.92, 0.85, 0.75]

  /// A cut would be made because of this ratio.
  /// - Returns: false when five cuts in a row changed nothing: then it is ordinary, and no reason to cut.
  mutating func justifiesCut(_ observed: Double, closeToLast: Bool) -> Bool {
    if !closeToLast { streak = 0 }
    if streak == 0 { first = observed }
    if streak >= Self.depths.count, observed >= first / 2, observed <= Self.most {
      ratio = observed
      streak = 0
      return false
    }
    streak += 1
    return true
  }

  /// A quiet evaluation: less than the learnt ratio is believed, slowly; more is for the next cut to find out.
  mutating func settle(toward observed: Double) {
    guard observed < ratio else { return }
    let speed = observed < ratio / 2 ? 0.01 : 0.001
    ratio = max(least, ratio * (1 - speed) + observed * speed)
  }
}
