/// When and how far a rollout opens.
public struct RampPlan: Sendable, Hashable, Codable {
  /// How the share grows.
  public var shape: RampShape
  /// The minutes of each day in which it admits; nil is all day.
  public var window: DailyWindow?
  /// Times in which it does not admit.
  public var freezes: [ChangeFreeze]
  /// Not before this instant.
  public var notBefore: Microseconds?
  /// Not at or after this instant.
  public var notAfter: Microseconds?

  /// A plan; without windows it is open from its start on.
  public init(
    shape: RampShape, window: DailyWindow? = nil, freezes: [ChangeFreeze] = [], notBefore: Microseconds? = nil,
    notAfter: Microseconds? = nil
  ) {
    self.shape = shape
    self.window = window
    self.freezes = freezes
    self.notBefore = notBefore
    self.notAfter = notAfter
  }

  enum CodingKeys: String, CodingKey {
    case shape
    case window
    case freezes
    case notBefore = "not_before"
    case notAfter = "not_after"
  }

  /// Whether the plan lets anybody in at the instant.
  public func isOpen(at instant: Microseconds) -> Bool {
    if let notBefore, instant < notBefore { return false }
    if let notAfter, instant >= notAfter { return false }
    if freezes.contains(where: { $0.holds(at: instant) }) { return false }
    return window?.isOpen(at: instant) ?? true
  }

  /// When the plan is open next, at or after the instant; nil when never again.
  public func opening(after instant: Microseconds) -> Microseconds? {
    var moment = max(instant, notBefore ?? instant)
    for _ in 0...(2 * freezes.count + 2) {
      if let notAfter, moment >= notAfter { return nil }
      if isOpen(at: moment) { return moment }
      if let freeze = freezes.first(where: { $0.holds(at: moment) }) { moment = freeze.until }
      moment = window?.opening(after: moment) ?? moment
    }
    return isOpen(at: moment) ? moment : nil
  }
}
